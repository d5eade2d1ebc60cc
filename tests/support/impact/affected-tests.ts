import { importsOf } from "../structure/import-graph.ts";
import type { ImpactMap } from "./impact-map.ts";
import type { KindOfChange } from "./kind-of-change.ts";

export interface Change {
  file: string;
  /** What changed in a source; null for any other file, and for a source that came. */
  kind: KindOfChange | null;
}

interface Repository {
  map: ImpactMap;
  changes: readonly Change[];
  /** Every source with its text, by path. */
  sources: ReadonlyMap<string, string>;
}

/** What decides for every test how it runs. */
const forAll =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig\.json|\.npmrc|tests\/support\/vitest\/.*)$/;
const isTest = (file: string): boolean => file.endsWith(".test.ts");
const isSource = (file: string): boolean => /\.tsx?$/.test(file);

/** A test that reads as many sources as a text judges the tree: a new file may concern it. */
const readsTheTree = 300;

/** Each test file to run, with the reason. */
export function affectedTests({ map, changes, sources }: Repository): Map<string, string> {
  const chosen = new Map<string, string>();
  const choose = (tests: Iterable<string>, why: string): void => {
    for (const test of tests) if (sources.has(test) && !chosen.has(test)) chosen.set(test, why);
  };
  const tests = [...sources.keys()].filter(isTest);
  choose(
    tests.filter((test) => !map.tests.has(test)),
    "is not in the map",
  );
  for (const { file, kind } of changes) {
    const known = map.files.get(file);
    if (isTest(file)) choose([file], "changed");
    if (forAll.test(file)) choose(tests, `everything runs with ${file}`);
    choose(known?.read ?? [], `reads ${file}`);
    if (isSource(file)) {
      if (known === undefined && !isTest(file)) {
        if (kind === null || kind.kind !== "nothing")
          for (const user of importersKnown(file, map, sources))
            choose(map.files.get(user)?.ran ?? [], `runs ${user}, which imports ${file}`);
        continue;
      }
      if (known === undefined || kind?.kind === "nothing") continue;
      choose(known.ran, `runs ${file}`);
      if (kind?.kind === "top") choose(known.top, `needs ${kind.names[0]} of ${file}`);
      else if (kind !== null && runsAtLoad(kind, known.atLoad))
        choose(known.top, `needs what ${kind.names[0]} of ${file} makes`);
    } else if ((known?.read.size ?? 0) === 0) {
      for (const user of naming(file, sources)) {
        const found = map.files.get(user);
        choose(isTest(user) ? [user] : (found?.ran ?? []), `${user} names ${file}`);
      }
    }
  }
  if (changes.some(({ file, kind }) => isSource(file) && kind?.kind !== "nothing")) {
    const read = new Map<string, number>();
    for (const one of map.files.values())
      for (const test of one.read) read.set(test, (read.get(test) ?? 0) + 1);
    choose(
      [...read].filter(([, files]) => files >= readsTheTree).map(([test]) => test),
      "reads every source",
    );
  }
  return chosen;
}

/** A declared function tells its name; what a constant is made with may be any of those without one. */
function runsAtLoad(kind: KindOfChange, atLoad: readonly string[]): boolean {
  if (kind.kind !== "functions") return false;
  return kind.texts.some(
    (text) =>
      atLoad.some((name) => name !== "" && text.includes(name.replace(/^.*[. ]/, ""))) ||
      (atLoad.includes("") &&
        !/^(?:export )?(?:default )?(?:async )?(?:function|class)\b/.test(text) &&
        /=>|function/.test(text)),
  );
}

/** The nearest files in the map that import one that is not. */
function importersKnown(
  file: string,
  map: ImpactMap,
  sources: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set<string>();
  const seen = new Set([file]);
  for (const one of seen)
    for (const [other, text] of sources) {
      if (!text.includes(one.slice(one.lastIndexOf("/") + 1))) continue;
      if (!importsOf(other, text).some(({ target }) => target === one)) continue;
      if (map.files.has(other)) found.add(other);
      else seen.add(other);
    }
  return found;
}

/** Sources with the file's name at the end of a text; for one that nobody names, those next to it and above. */
function naming(file: string, sources: ReadonlyMap<string, string>): string[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const named = new RegExp(String.raw`[/"'\`]${RegExp.escape(name)}["'\`]`);
  const found = [...sources].flatMap(([source, text]) => (named.test(text) ? [source] : []));
  if (found.length > 0) return found;
  const above = file.split("/").slice(0, -2).join("/");
  if (above === "") return [];
  return [...sources.keys()].filter((source) => source.startsWith(`${above}/`) && isTest(source));
}
