/**
 * Why a browser did not start, in one line: its own last words, which Playwright puts between pages
 * of arguments, or how it ended. It has seen no page by then.
 */
export function startFailure(path: string, thrown: unknown): Error {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const said = [...text.matchAll(/^\[pid=\d+\]\[err\] (.*\S)/gm)].map(([, line = ""]) => line);
  const [, exit] = /process did exit: (exitCode=.*)>/.exec(text) ?? [];
  const [first] = text.split("\n", 1);
  // A crash prints its stack after what it died of.
  const reason = said.find((line) => line.includes("FATAL")) ?? said.at(-1) ?? exit ?? first;
  return new Error(`The browser ${path} does not start: ${reason}`);
}
