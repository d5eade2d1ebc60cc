/** Styles of the charts; patterns repeat what colours say. */
export const chartStyle = `
.chart { margin: 0 0 1.25rem; max-width: 34rem; }
.chart svg { display: block; width: 100%; height: auto; }
.chart text { font: 10px var(--sans); fill: var(--soft); }
.chart .axis { fill: none; stroke: var(--field); }
.chart .bar-delivered, .chart .full { fill: var(--good); }
.chart .bar-retried { fill: url(#raya); stroke: var(--warn); }
.chart .bar-failed { fill: url(#punto); stroke: var(--bad); }
.chart .gap { stroke: var(--field); stroke-width: 3; stroke-dasharray: 2 2; }
.chart .warn-line { stroke: var(--warn); stroke-width: 1.5; fill: none; }
.chart .bad-line { stroke: var(--bad); stroke-width: 1; fill: none; }
.chart .part { fill: url(#parcial); stroke: var(--warn); }
.chart .none { fill: none; stroke: var(--field); stroke-dasharray: 2 2; }
.chart .never { fill: var(--sunken); stroke: var(--line); }
.chart .line-a, .chart .line-b { fill: none; stroke-width: 2; }
.chart .line-a { stroke: var(--accent); }
.chart .line-b { stroke: var(--soft); stroke-dasharray: 4 3; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .875rem; color: var(--soft); }
.chart figcaption span::before { content: ""; display: inline-block; width: .7rem; height: .7rem; margin-right: .4rem;
  border: 2px solid currentColor; }
.chart .key-delivered::before, .chart .key-full::before { color: var(--good); background: currentColor; }
.chart .key-retried::before, .chart .key-part::before { color: var(--warn); border-style: dashed; }
.chart .key-failed::before { color: var(--bad); border-style: double; }
.chart .key-none::before { color: var(--field); border-style: dotted; }
.chart .key-gap::before { color: var(--field); border-style: dotted; }
.chart .key-never::before { color: var(--line); }
.chart .key-a::before { color: var(--accent); height: 0; border-width: 1px 0; vertical-align: middle; }
.chart .key-b::before { color: var(--soft); height: 0; border: 0; border-top: 2px dashed; vertical-align: middle; }
@media (forced-colors: active) { .chart figcaption span::before { forced-color-adjust: none; } }
.tag { overflow-wrap: normal; }
.whole { white-space: nowrap; }
details { margin: 0 0 1.5rem; }
summary { cursor: pointer; padding: .6rem 0; min-height: 2.75rem; font-weight: 600; color: var(--accent); }
`;
