// Loaded together, when one of them is first needed: loading each separately would split what a cold
// start reads into more files, and each of these costs time.
export { actToolsOf } from "#lib/acts/index.ts";
export { exportsFor } from "./exports/index.ts";
