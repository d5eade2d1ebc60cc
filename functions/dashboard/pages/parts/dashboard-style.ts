/** The dashboard's additions to a card. */
export const dashboardStyle = `
input.code { font-family: var(--mono); letter-spacing: .25em; font-size: 1.35rem; }
.ways { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; justify-content: space-between; margin: 0; }
.ways a { padding: .6rem 0; }
.again { margin: 0; color: var(--soft); font-size: .925rem; }
.quiet { font: inherit; font-weight: 600; color: var(--accent); background: none; border: 0; padding: .6rem .3rem;
  min-height: 2.75rem; border-radius: 8px; cursor: pointer; text-align: left; }
.quiet:hover { text-decoration: underline; text-underline-offset: .18em; }
.done { border-radius: 12px; padding: .8rem 1.1rem; margin: 0 0 1.5rem; background: var(--good-soft); color: var(--good); font-weight: 600; }
.button.danger { color: var(--bad); background: var(--bad-soft); border: 1px solid color-mix(in srgb, var(--bad) 35%, transparent); }
.inside { align-items: stretch; max-width: 46rem; margin: 0 auto; }
.inside main { max-width: none; }
.inside h1 { margin-bottom: 1rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.25rem; margin: 0 0 1.5rem; }
.home { display: flex; align-items: center; gap: .55rem; min-height: 2.75rem; color: var(--ink); font-weight: 650;
  letter-spacing: -.01em; text-decoration: none; }
.home svg { color: var(--accent); flex: none; }
.bar nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; font-size: .925rem; }
.bar nav a { display: flex; align-items: center; min-height: 2.75rem; color: var(--soft); text-decoration: none; }
.bar nav a:hover { color: var(--accent); text-decoration: underline; }
.bar nav .here { color: var(--ink); font-weight: 600; }
.bar form { margin: 0; }
.bar .quiet { font-weight: 500; color: var(--soft); padding: 0; }
.wide { max-width: 76rem; }
.here { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .6rem; }
.bar nav .here a { color: var(--ink); font-weight: 600; }
.bar nav .here .others { color: var(--accent); font-weight: 500; font-size: .875rem; }
.sections ul { list-style: none; padding: 0; margin: 0; display: flex; flex-direction: column; }
.sections a { display: flex; align-items: center; min-height: 2.75rem; padding: .3rem .8rem; border-radius: 8px;
  color: var(--soft); text-decoration: none; }
.sections a:hover { color: var(--accent); background: var(--accent-soft); }
.sections a[aria-current] { color: var(--ink); font-weight: 600; background: var(--sunken); }
.inside { reading-flow: flex-visual; }
.sections { order: 3; margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (min-width: 60rem) {
  .wide { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); gap: 0 2.25rem; align-content: start; }
  .wide .bar { grid-column: 1 / -1; }
  .wide .sections { order: 0; margin: 0; padding: 0; border: 0; }
  .wide .to-sections { display: none; }
  .wide main { align-self: start; }
}
.facts + p, .facts + .copied { margin-top: 1.25rem; }
.list { width: 100%; border-collapse: collapse; font-size: .95rem; margin: 0 0 1.5rem; }
.list caption { text-align: left; color: var(--soft); font-size: .875rem; padding-bottom: .5rem; }
.list th { text-align: left; font-weight: 600; font-size: .875rem; color: var(--soft); white-space: nowrap; }
.list th, .list td { padding: .7rem .9rem .7rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.whole { white-space: nowrap; }
.list .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.list .differs td { font-weight: 600; }
@media (min-width: 76rem) { .list td:not(.number), .list tbody th { min-width: min(6.5rem, 8vw); } }
@media (min-width: 48rem), print {
  .list { overflow-wrap: break-word; }
  .list :is(a, code, .free, .hint) { overflow-wrap: anywhere; }
}
@media (min-width: 48rem) and (max-width: 75.99rem), print {
  .list th, .list .whole { white-space: normal; }
}
@media screen and (max-width: 47.99rem) {
  .list, .list caption, .list tbody, .list tr, .list td, .list tbody th { display: block; }
  .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list tbody tr { padding: .6rem 1rem; margin-bottom: .8rem; border: 1px solid var(--line); border-radius: 12px; }
  .list td, .list tbody th { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .5rem; padding: .3rem 0; border: 0; }
  .list td::before { content: attr(data-head); color: var(--soft); font-size: .875rem; white-space: normal; }
  .list td.number { text-align: left; white-space: normal; }
}
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1.25rem; border-bottom: 1px solid var(--line); }
.tabs a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--soft); text-decoration: none; border-bottom: 3px solid transparent; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
.acts-of-row { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.acts-of-row form { margin: 0; }
.acts-of-row .quiet { padding: 0; white-space: nowrap; }
.ago { color: var(--soft); }
.turn { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: 1.5rem; }
.turn a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.filters { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin-bottom: 1.5rem; }
.filters .field { margin: 0; flex: 1 1 12rem; }
.filters .pair { margin: 0; flex: 1 1 12rem; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); }
select { width: 100%; min-height: 3rem; padding: .6rem .85rem; font: inherit; font-size: 1.05rem; color: var(--ink);
  background: var(--card); border: 1px solid var(--field); border-radius: 10px; }
.live:has(.offline:not([hidden])) [data-part] { opacity: .75; }
.live:focus { outline: none; }
.offline { color: var(--warn); font-weight: 600; }
form + .list, .facts + .list, .facts + .box, .facts + p, .live + .facts { margin-top: 1.5rem; }
.note ul:last-child { margin-bottom: 0; }
.totals { margin: 1rem 0; }
.totals dd { text-align: right; font-variant-numeric: tabular-nums; max-width: 12rem; }
details { margin: 0 0 1.5rem; }
summary { min-height: 2.75rem; display: flex; align-items: center; cursor: pointer; color: var(--accent); font-weight: 600; }
.list td .hint { display: block; margin: 0; }
.needs li { align-items: start; }
.needs li > div { flex: 1 1 15rem; }
.needs .quiet { white-space: nowrap; text-decoration: none; display: inline-flex; align-items: center; }
.copied { margin-bottom: 1.5rem; position: relative; }
.copied pre { white-space: pre-wrap; }
.copied pre code { overflow-wrap: anywhere; }
.copied button { position: absolute; right: 0; top: -.5rem; }
.part { margin-top: 2.25rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.part > h2 { font-size: 1.15rem; margin-bottom: .75rem; }
.part .hint { margin: 0 0 1.25rem; }
.part form { margin-bottom: 0; }
.choices { list-style: none; padding: 0; margin: 0; display: grid; gap: .6rem; }
.choices a { display: block; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card);
  color: var(--ink); text-decoration: none; }
.choices a:hover { border-color: var(--accent); }
.choices strong { display: block; font-weight: 600; }
.choices span { color: var(--soft); font-size: .925rem; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1.25rem; margin: 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.facts dd code { display: inline-block; margin: 0 .35rem .2rem 0; }
.box .facts { font-size: .95rem; }
.box .facts code { background: var(--card) !important; }
.rows { list-style: none; padding: 0; margin: 0 0 1rem; }
.rows li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem;
  padding: .6rem 0; border-bottom: 1px solid var(--line); max-width: none; }
.rows strong { display: block; font-weight: 600; }
.rows span { color: var(--soft); font-size: .925rem; }
.rows form { margin: 0; }
.tag { display: inline-block; padding: .1rem .55rem; border-radius: 99px; font-size: .8rem; font-weight: 600;
  color: var(--soft); background: var(--sunken); border: 1px solid var(--line); }
.tag.bad { color: var(--bad); background: var(--bad-soft); border-color: transparent; }
.tag.warn { color: var(--warn); background: var(--warn-soft); border-color: transparent; }
.tag.good { color: var(--good); background: var(--good-soft); border-color: transparent; }
.grants { list-style: none; padding: 0; margin: 0; }
.grants > li { max-width: none; }
.grants h2 { font-size: 1.1rem; margin-bottom: .6rem; }
fieldset { border: 0; padding: 0; margin: 0 0 1.75rem; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .35rem; }
.tick { display: flex; align-items: flex-start; gap: .7rem; font-weight: 400; margin: 0; padding: .55rem 0; min-height: 2.75rem; }
.tick input { flex: none; width: 1.3rem; min-height: 0; height: 1.3rem; margin: .12rem 0 0; padding: 0; accent-color: var(--accent); }
.note .facts + p { margin-top: .8rem; }
.tick.inner { margin-left: 2rem; }
.tick .hint { display: block; }
.tick code { font-size: .8rem; }
.tick input[type=radio] { border-radius: 50%; }
.tick.acts { border-left: 3px solid var(--warn); padding-left: .8rem; }
.pair { display: grid; gap: .75rem; margin-top: 1.6rem; }
.pair .button { margin: 0; }
.button.plain { color: var(--ink); background: var(--sunken); border: 1px solid var(--line); }
@media (min-width: 30rem) { .pair { grid-template-columns: 1fr 1fr; } }
@media (max-width: 28rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { margin-bottom: .6rem; }
}
@media (min-width: 40rem) { .inside { padding-top: 1.5rem; } .first + .brand { margin-top: .25rem; } }
@media print {
  .skip, .bar nav > :not(.here), .here .others, .sections, .wide form, .turn, .copied button, .tabs { display: none; }
  .wide { display: block; }
  .list tr { break-inside: avoid; }
}
@media (forced-colors: active) { .tag, .done, .choices a { border: 1px solid CanvasText; } }
`;
