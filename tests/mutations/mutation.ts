import { readFile } from "node:fs/promises";
import path from "node:path";

/** A fence taken out of a source, and the tests that have to notice. */
export interface Mutation {
  /** Which fault of the list of known ones comes back. */
  fault: string;
  /** What the service would do without the fence. */
  breaks: string;
  file: string;
  /** Each text once in the file, and what is there instead. */
  changes: readonly (readonly [from: string, to: string])[];
  tests: readonly string[];
}

/** The source without its fence; throws when a text to replace is gone, or is not the only one. */
export async function mutated(root: string, { file, changes }: Mutation): Promise<string> {
  let source = await readFile(path.join(root, file), "utf8");
  for (const [from, to] of changes) {
    const found = source.split(from).length - 1;
    if (found !== 1) throw new Error(`${found} times in ${file}: ${from}`);
    source = source.replace(from, () => to);
  }
  return source;
}
