import { existsSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf, inAnyClone } from "./own-file.ts";

type Sources = (offset: number) => string | null;

/** By a file's name, because functions are run from copies; null for what is no bundle. */
const found = new Map<string, Sources | null>();

/** What the processes of one test file ran and read, as `record-process.mjs` noted it; some run in a clone. */
export function childrenOf(place: string, bundles: string) {
  const lines = readdirSync(place).flatMap((name) =>
    readFileSync(path.join(place, name), "utf8").trim().split("\n"),
  );
  const executed = new Set<string>();
  const read = new Set<string>();
  for (const line of new Set(lines)) {
    const [first = "", second = ""] = line.split("\t");
    if (first === "read") read.add(inAnyClone(second) ?? "");
    else executed.add(sourceOf(fileURLToPath(first), Number(second), bundles) ?? "");
  }
  rmSync(place, { recursive: true });
  return { executed: [...executed], read: [...read] };
}

/** The source of a function in a bundle, or in a module of its own. */
function sourceOf(file: string, offset: number, bundles: string): string | null {
  const name = path.basename(file);
  if (!name.endsWith(".mjs")) return inAnyClone(file);
  if (!found.has(name)) {
    const [bundle] = globSync(`${bundles}/**/${name}`);
    found.set(name, bundle !== undefined && existsSync(`${bundle}.map`) ? sourcesOf(bundle) : null);
  }
  return found.get(name)?.(offset) ?? inAnyClone(file);
}

function sourcesOf(bundle: string): Sources {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  const starts = [0];
  const text = readFileSync(bundle, "utf8");
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (starts[line] ?? 0));
    // A place that no source of ours made, such as a banner.
    if (!("originalSource" in entry) || entry.originalSource === undefined) return null;
    return fileOf(path.resolve(path.dirname(bundle), entry.originalSource));
  };
}
