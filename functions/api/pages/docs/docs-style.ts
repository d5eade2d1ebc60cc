export const docsStyle = `
.layout { display: grid; grid-template-columns: minmax(0, 1fr); }
.index { background: var(--sunken); border-bottom: 1px solid var(--line); padding: 1rem 1.25rem; }
.brand { display: flex; align-items: baseline; gap: .6rem; font-weight: 700; font-size: 1.15rem; letter-spacing: -.02em; }
.brand span { font: 500 .75rem var(--mono); color: var(--soft); letter-spacing: 0; }
.index ul { list-style: none; padding: 0; margin: .75rem 0 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem; font-size: .9rem; }
.index ul ul { display: none; }
.index a { color: var(--ink); text-decoration: none; }
.index .part { font-size: .72rem; text-transform: uppercase; letter-spacing: .07em; color: var(--soft); margin-top: .9rem; }
.index a:hover { color: var(--accent); text-decoration: underline; }
.page { min-width: 0; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.5rem; padding: 1rem 1.25rem 0; }
.top form { display: flex; min-width: 0; gap: .5rem; flex: 1 1 16rem; max-width: 34rem; }
.top input { flex: 1; min-width: 0; width: 100%; font: inherit; padding: .45rem .7rem; color: var(--ink); background: var(--card); border: 1px solid var(--field); border-radius: 8px; }
.top button { font: inherit; padding: .45rem .9rem; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; }
.hits { list-style: none; padding: 0; }
.hits li { padding: .6rem 0; border-bottom: 1px solid var(--line); max-width: none; }
.hits p { margin: .2rem 0 0; color: var(--soft); font-size: .92rem; }
.tool-list { columns: 18rem; padding: 0; list-style: none; font-size: .9rem; }
.facts { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: .35rem 1.25rem; margin: 1.5rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; font-weight: 600; }
.tabs { border: 0; padding: 0; margin: 0 0 1.25rem; min-width: 0; display: flex; flex-wrap: wrap; }
.tabs legend { padding: 0; margin-bottom: .4rem; font-size: .78rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
.tabs > input { position: absolute; opacity: 0; }
.tabs > label { padding: .2rem .75rem; font-size: .85rem; color: var(--soft); border-bottom: 2px solid transparent; cursor: pointer; }
.tabs > input:checked + label { color: var(--accent); font-weight: 600; border-color: var(--accent); }
.tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.tab { display: none; flex: 1 0 100%; min-width: 0; margin-top: .5rem; }
.tabs:has(> input[value="curl"]:checked) > .curl, .tabs:has(> input[value="ts"]:checked) > .ts, .tabs:has(> input[value="python"]:checked) > .python { display: block; }
.code { position: relative; }
.copy { position: absolute; top: .5rem; right: .5rem; font: inherit; font-size: .75rem; padding: .15rem .6rem; color: var(--code-ink); background: var(--code); border: 1px solid var(--code-line); border-radius: 6px; cursor: pointer; }
main { padding: 2.5rem 1.25rem 5rem; min-width: 0; max-width: 76rem; }
.lead { font-size: 1.15rem; color: var(--soft); margin: .9rem 0 1.5rem; }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: 0; list-style: none; }
section { margin-top: 3.5rem; }
section > h2 { margin-bottom: 1rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.rules { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1.75rem 2.5rem; padding: 0; margin: 1.5rem 0 0; list-style: none; }
.rules h3 { font-size: 1rem; margin-bottom: .35rem; }
.rules p { margin: 0; font-size: .95rem; }
.steps { padding-left: 1.3rem; }
.steps > li { margin-bottom: 1.25rem; max-width: none; }
.steps pre { margin-top: .6rem; }
.tool { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; }
.tool h1 { font-size: clamp(1.6rem, 1.2rem + 1.6vw, 2.2rem); }
.tool h2 { font-size: 1.15rem; margin: 1.75rem 0 .6rem; }
.about, .example { min-width: 0; }
.id { display: block; color: var(--soft); margin: .3rem 0 .75rem; }
.marks { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 1.25rem; list-style: none; }
.mark { font-size: .78rem; font-weight: 600; padding: .15rem .6rem; border-radius: 99px; background: var(--sunken); color: var(--soft); }
.mark.good { background: var(--good-soft); color: var(--good); }
.mark.note { background: var(--accent-soft); color: var(--accent); }
.mark.bad { background: var(--bad-soft); color: var(--bad); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: 0 0 1.25rem; }
th, td { text-align: left; vertical-align: top; padding: .55rem .9rem .55rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: .78rem; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 600; min-width: 10.5rem; }
td p { margin: 0; }
.tool tbody tr:last-child > * { border-bottom: 0; }
.type { color: var(--soft); font-size: .82rem; font-weight: 400; display: block; }
.must { color: var(--accent); font-size: .78rem; font-weight: 600; display: block; }
.values { color: var(--soft); font-size: .85rem; }
details { border-top: 1px solid var(--line); padding: .6rem 0; }
details:last-child { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; font-weight: 600; font-size: .9rem; }
details > table, details > dl { margin: .75rem 0 .25rem; }
.codes { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: .45rem .75rem; font-size: .88rem; }
.codes dt { font-weight: 600; }
.codes dd { margin: 0; display: flex; flex-wrap: wrap; gap: .15rem .9rem; }
footer { margin-top: 4rem; color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) {
  .stack thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
  .stack tr { border-bottom: 1px solid var(--line); padding: .7rem 0; }
  .stack th, .stack td { border: 0; padding: .1rem 0; }
  .stack .label::before { content: attr(data-label) ": "; color: var(--soft); font-weight: 400; }
}
@media (min-width: 48rem) { main, .top { padding-inline: 3rem; } }
@media (min-width: 64rem) {
  .layout { grid-template-columns: 17.5rem minmax(0, 1fr); }
  .index { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); padding: 2rem 1.5rem; }
  .index ul { display: block; margin-top: 1.5rem; }
  .index li { margin-bottom: .35rem; }
  .index ul ul { display: block; margin: .35rem 0 .9rem; padding-left: .75rem; border-left: 1px solid var(--line); font-size: .84rem; }
  .index ul ul a { color: var(--soft); }
}
@media (min-width: 80rem) {
  .tool { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); }
  .example { position: sticky; top: 1.5rem; align-self: start; }
}
`;
