export const guideStyle = `
main { overflow-wrap: break-word; }
.guide { max-width: 56rem; }
.guide a { overflow-wrap: anywhere; }
.guide h2 { margin: 3rem 0 .9rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.guide h3 { margin: 2.25rem 0 .5rem; font-size: 1.05rem; overflow-wrap: anywhere; }
.guide h3 code { font-size: 1em; background: none; padding: 0; }
.guide h2:target, .guide h3:target { background: var(--accent-soft); }
.guide li { margin-bottom: .4rem; }
.guide ul, .guide ol { padding-left: 1.3rem; }
.guide table { margin-top: .25rem; }
.guide tbody th { font-weight: 500; }
@media (min-width: 40.01rem) { .guide tbody th { width: 34%; } }
.trail { margin: 0 0 .6rem; font-size: .9rem; color: var(--soft); }
.guide h2 > a, .guide h3 > a { color: inherit; text-decoration: none; }
.guide h2 > a:hover, .guide h3 > a:hover { text-decoration: underline; }
p.note { border-left: 3px solid var(--accent); background: var(--accent-soft); padding: .8rem 1rem; border-radius: 0 6px 6px 0; }
figure { margin: 0 0 1.25rem; }
figcaption { font-size: .78rem; font-weight: 600; color: var(--soft); margin-bottom: .3rem; }
.sections ul { columns: 14rem; font-size: .92rem; }
a.brand { color: var(--ink); text-decoration: none; }
.index a[aria-current] { color: var(--accent); font-weight: 600; }
.neighbours { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 4rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.neighbours a { text-decoration: none; font-weight: 600; }
.neighbours a span:not(.to) { display: block; font-size: .78rem; font-weight: 400; color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: .9rem; padding: 0; list-style: none; }
.cards li { max-width: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; font-size: .92rem; }
.cards a { display: block; font-size: 1.05rem; font-weight: 600; margin-bottom: .25rem; }
`;
