/** The link page's additions to a card. */
export const connectStyle = `
.optional { font-weight: 400; color: var(--soft); }
.company strong { display: block; font-weight: 600; }
.company span { display: block; color: var(--soft); font-size: .925rem; font-variant-numeric: tabular-nums; }
.address { margin: .75rem 0 0; font-size: .925rem; overflow-wrap: anywhere; }
.quiet { display: block; width: 100%; min-height: 2.75rem; margin-top: .75rem; border: 0; background: none;
  color: var(--soft); font: inherit; text-decoration: underline; cursor: pointer; }
.steps { list-style: none; padding: 0; margin: 0 0 1.5rem; display: grid; gap: 0; }
.steps li { position: relative; padding: 0 0 1.25rem 2.4rem; color: var(--soft); }
.steps li:last-child { padding-bottom: 0; }
.steps li::before { content: ""; position: absolute; left: 0; top: .1rem; width: 1.4rem; height: 1.4rem;
  border-radius: 50%; border: 2px solid var(--line); background: var(--card); z-index: 1; }
.steps li:not(:last-child)::after { content: ""; position: absolute; left: .66rem; top: 1.5rem; bottom: 0;
  width: 2px; background: var(--line); }
.steps .done { color: var(--ink); }
.steps .done::before { border-color: var(--good); background: var(--good); }
.steps .done:not(:last-child)::after { background: var(--good); }
.steps .tick { position: absolute; left: .53rem; top: .46rem; width: .36rem; height: .62rem; z-index: 2;
  border: solid var(--card); border-width: 0 2px 2px 0; transform: rotate(42deg); display: none; }
.steps .done .tick { display: block; }
.steps .now { color: var(--ink); font-weight: 600; }
.steps .now::before { border-color: var(--accent-soft); border-top-color: var(--accent);
  animation: turn 1s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
  .steps .now::before { animation: none; border-color: var(--accent); }
}
.live { min-height: 1.6em; color: var(--soft); }
@media (forced-colors: active) { .steps .tick { border-color: CanvasText; } }
`;
