/** The style of every page of the service. Served inline and allowed only by its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --card: #ffffff; --sunken: #f4f1ec; --line: #e2dcd2;
  --ink: #1d2327; --soft: #566067; --accent: #97420f; --accent-soft: #f8ebe1;
  --good: #1d6b45; --good-soft: #e3f2e9; --bad: #a3262d; --bad-soft: #fbe9e8;
  --warn: #7a4b00; --warn-soft: #fbf0dc; --on-accent: #fff; --field: #8b8379;
  --shade: 0 1px 2px rgb(29 35 39 / .05), 0 12px 32px -12px rgb(29 35 39 / .14);
  --code: #24292d; --code-ink: #e9e6e1; --code-line: #3a4147;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1a1e22; --sunken: #20252a; --line: #31383e;
    --ink: #e7e4df; --soft: #a7afb5; --accent: #eda678; --accent-soft: #33251c;
    --good: #7fd0a5; --good-soft: #1a3026; --bad: #f2938f; --bad-soft: #3a2123;
    --warn: #f0c987; --warn-soft: #332816; --on-accent: #23150b; --field: #7d868d; --shade: none;
    --code: #0e1113; --code-ink: #e4e1dc; --code-line: #2b3238;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 100%/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4, h5 { line-height: 1.2; text-wrap: balance; margin: 0; letter-spacing: -.01em; }
h1 { font-size: clamp(1.9rem, 1.3rem + 2.4vw, 2.9rem); letter-spacing: -.03em; }
h2 { font-size: 1.6rem; letter-spacing: -.02em; }
h3, h4 { font-size: 1.2rem; }
h5 { font-size: .78rem; text-transform: uppercase; letter-spacing: .07em; color: var(--soft); }
p, ul, ol, dl { margin: 0 0 1rem; }
p, li { max-width: 44rem; }
code { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
:not(pre) > code { background: var(--sunken); padding: .1em .3em; border-radius: 4px; }
a > code, th > code, code.id { background: none !important; padding: 0 !important; }
pre { margin: 0; padding: 1rem 1.1rem; background: var(--code); color: var(--code-ink);
  border: 1px solid var(--code-line); border-radius: 8px; overflow-x: auto; line-height: 1.5; }
pre code { font-size: .8rem; overflow-wrap: normal; }
.skip { position: absolute; left: -100vw; top: 0; padding: .6rem 1rem; background: var(--card); }
.skip:focus { left: 0; z-index: 1; }
`;
