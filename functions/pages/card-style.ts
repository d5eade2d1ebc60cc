/** A page with one thing to do: a form, a message, a choice. For the link page and the dashboard. */
export const cardStyle = `
body { min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: 1.25rem 1.25rem 2.5rem; overflow-wrap: anywhere; }
a:not([class]) { padding-block: .2rem; }
main, .brand { width: 100%; max-width: 31rem; }
.brand { display: flex; align-items: center; gap: .55rem; margin: .25rem 0 1.5rem;
  font-weight: 650; letter-spacing: -.01em; }
.brand svg { color: var(--accent); flex: none; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.5vw, 1.9rem); letter-spacing: -.022em; margin-bottom: .75rem; }
h2 { font-size: 1rem; letter-spacing: 0; margin: 0 0 .5rem; }
.kicker { margin: 0 0 .4rem; font-size: .85rem; font-weight: 600; color: var(--accent); }
.lead { color: var(--soft); margin-bottom: 1.5rem; }
.lead + .lead { margin-top: -.75rem; }
main > :last-child { margin-bottom: 0; }
.lead strong { color: var(--ink); font-weight: 600; }
.box { background: var(--sunken); border-radius: 12px; padding: 1rem 1.1rem; margin: 0 0 1.5rem; }
.box p:last-child, .box ul:last-child { margin-bottom: 0; }
.marks { list-style: none; padding: 0; display: grid; gap: .45rem; }
.marks li { position: relative; padding-left: 1.65rem; }
.marks li::before { content: ""; position: absolute; left: .2rem; top: .36em; width: .42rem; height: .78rem;
  border: solid var(--good); border-width: 0 2px 2px 0; transform: rotate(42deg); }
.note { border-radius: 12px; padding: 1rem 1.1rem; margin: 0 0 1.5rem; background: var(--bad-soft);
  border: 1px solid color-mix(in srgb, var(--bad) 35%, transparent); }
.note h2 { color: var(--bad); text-wrap: pretty; }
.note p { margin-bottom: .5rem; }
.note p:last-child { margin-bottom: 0; }
.note.calm { background: var(--warn-soft); border-color: color-mix(in srgb, var(--warn) 35%, transparent); }
.note.calm h2 { color: var(--warn); }
.note:focus { outline: none; }
form { margin: 0 0 2rem; }
form .button { margin-top: 1.6rem; }
.field { margin-bottom: 1.15rem; }
label { display: block; font-weight: 600; margin-bottom: .35rem; }
.hint, .error { font-size: .9rem; margin: .35rem 0 0; }
.hint { color: var(--soft); }
.error { color: var(--bad); font-weight: 550; }
input { width: 100%; min-height: 3rem; padding: .6rem .85rem; font: inherit; font-size: 1.05rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--field); border-radius: 10px; }
input:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: 10px; }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.entry { position: relative; display: flex; }
.entry.shown input { padding-right: 6.2rem; }
.entry button { position: absolute; right: .3rem; top: .3rem; bottom: .3rem; padding: 0 .8rem;
  font: inherit; font-size: .9rem; font-weight: 600; color: var(--accent); background: none;
  border: 0; border-radius: 8px; cursor: pointer; }
.entry button:hover { background: var(--accent-soft); }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3.15rem;
  padding: .6rem 1.2rem; font: inherit; font-weight: 650; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: 10px; cursor: pointer; }
.button:hover { filter: brightness(1.08); }
.button:focus-visible { border-radius: 10px; }
.button[disabled], .button[aria-disabled] { opacity: .65; cursor: progress; }
.foot { margin: 1.5rem 0 0; font-size: .875rem; color: var(--soft); }
.seal { width: 3.5rem; height: 3.5rem; border-radius: 50%; display: grid; place-items: center;
  margin-bottom: 1.1rem; color: var(--good); background: var(--good-soft); }
.seal.plain { color: var(--soft); background: var(--sunken); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 40rem) {
  body { padding-top: 4rem; }
  main { background: var(--card); border: 1px solid var(--line); border-radius: 18px;
    padding: 2.25rem 2.25rem 2rem; box-shadow: var(--shade); }
}
@media (forced-colors: active) {
  .marks li::before { border-color: CanvasText; }
  .button { border: 1px solid ButtonText; }
}
`;
