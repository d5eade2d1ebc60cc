import { bundles } from "#infra/aws/bundle.ts";
import { codeOf, namesInBraces, type SourceFile } from "./import-graph.ts";

type Files = ReadonlyMap<string, SourceFile>;

const declaration =
  /^export\s+(?:default\s+)?(?:async\s+|abstract\s+)?(?:const|let|class|interface|type|enum|function\*?)\s+(\w+)/gm;
const list = /^export\s+(?:type\s+)?(\{[^}]*\})(\s*from\s*"[^"]+")?/gm;
const template = /`(?:[^`\\]|\\[^])*`/g;

const started = new Set(Object.values(bundles).map(({ entry }) => entry));

/** Their names are used without an import: by customers, drizzle-kit, the cloud. */
const takenFromOutside = [/^lib\/client\/index\.ts$/, /\.sql\.ts$/, /^infra\/aws\//];

export interface UnusedNames {
  /** `file: name` of exports that no other file uses, directly or through an index. */
  inOwnFileAlone: string[];
  /** `index: name` of re-exports that nobody outside the index's folder uses. */
  handedOn: string[];
}

/** Follows every name from its users through re-exports to its declaration. */
export function unusedNames(measured: readonly SourceFile[], users: readonly SourceFile[]) {
  const files: Files = new Map(users.map((file) => [file.file, file]));
  const taken = new Set<string>();
  const takenAcross = new Set<string>();

  function take(target: string, name: string, user: string): void {
    const key = `${target}: ${name}`;
    taken.add(key);
    if (!user.startsWith(folderOf(target))) takenAcross.add(key);
    for (const { names, target: next } of handingOn(files.get(target))) {
      if (names.includes(name) || names.includes("*")) take(next, name, user);
    }
  }

  for (const { file, imports } of users) {
    for (const { target, names, handsOn } of imports) {
      if (handsOn || !files.has(target)) continue;
      const all = names.includes("*") ? namesOf(target, files) : names;
      for (const name of all) take(target, name, file);
    }
  }
  for (const { file } of measured) {
    if (!started.has(file) && !takenFromOutside.some((place) => place.test(file))) continue;
    for (const name of namesOf(file, files)) take(file, name, "");
  }
  return {
    inOwnFileAlone: without(taken, measured, declaredNames),
    handedOn: without(takenAcross, measured, (file) =>
      /\/index\.tsx?$/.test(file.file) ? handedNames(file, files) : [],
    ),
  } satisfies UnusedNames;
}

/** `name: files` of what two files of these declare under one name: one word says two things. */
export function exportedTwice(files: readonly SourceFile[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const file of files) {
    for (const name of declaredNames(file)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(file.file));
    }
  }
  return [...owners]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].join(" ")}`)
    .toSorted();
}

function without(
  taken: ReadonlySet<string>,
  measured: readonly SourceFile[],
  names: (file: SourceFile) => string[],
): string[] {
  const keys = measured.flatMap((file) => names(file).map((name) => `${file.file}: ${name}`));
  return [...new Set(keys)].filter((key) => !taken.has(key));
}

/** What a file itself exports; code that it writes as text does not count. */
export function declaredNames({ text }: SourceFile): string[] {
  const code = codeOf(text).replaceAll(template, "");
  return [
    ...[...code.matchAll(declaration)].map(([, name = ""]) => name),
    ...[...code.matchAll(list)].flatMap(([, braces = "", from]) =>
      from === undefined ? namesInBraces(braces) : [],
    ),
  ];
}

function handingOn(file: SourceFile | undefined) {
  return file?.imports.filter(({ handsOn, ours }) => handsOn && ours) ?? [];
}

function handedNames(file: SourceFile, files: Files): string[] {
  return handingOn(file).flatMap(({ names, target }) =>
    names.includes("*") ? namesOf(target, files) : names,
  );
}

/** Everything that can be imported from a file. */
function namesOf(path: string, files: Files): string[] {
  const file = files.get(path);
  return file === undefined ? [] : [...declaredNames(file), ...handedNames(file, files)];
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}
