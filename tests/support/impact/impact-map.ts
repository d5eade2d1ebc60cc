import { fileURLToPath } from "node:url";

/** Which test files ran, used or read a file; `top` are those that need it where modules are read. */
export interface FileImpact {
  ran: ReadonlySet<string>;
  top: ReadonlySet<string>;
  read: ReadonlySet<string>;
  /** Its functions that run when modules are read; "" for those without a name. */
  atLoad: readonly string[];
}

export interface ImpactMap {
  commit: string;
  /** Each test file with the seconds that it took. */
  tests: ReadonlyMap<string, number>;
  files: ReadonlyMap<string, FileImpact>;
}

/**
 * As it lies in the repository: a line for each test file and for each source. A test's place in its part is its bit in
 * the sets, so a test that goes leaves its place to a new one.
 */
export function writeMap(map: ImpactMap, before: readonly string[]): string {
  const places = placesOf([...map.tests.keys()], before);
  const bit = new Map(places.map((test, index) => [test, index]));
  const set = (tests: ReadonlySet<string>): string =>
    packed([...tests].map((test) => bit.get(test) ?? -1).filter((place) => place >= 0));
  return [
    `commit ${map.commit}`,
    ...places.map((test) => `${coarse(map.tests.get(test) ?? 0)} ${test}`),
    "",
    ...[...map.files]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([file, { ran, top, read, atLoad }]) =>
        [file, set(ran), set(top), set(read), namesOf(atLoad)].join("\t"),
      ),
    "",
  ].join("\n");
}

/** Where it lies. */
export const mapFile = fileURLToPath(new URL("../../impact.map", import.meta.url));

export function readMap(text: string): ImpactMap {
  const places = placesIn(text);
  const set = (word: string): Set<string> =>
    new Set(unpacked(word).map((place) => places[place] ?? ""));
  const files = (text.split("\n\n")[1] ?? "").split("\n").filter((line) => line !== "");
  return {
    commit: /^commit (\S*)/.exec(text)?.[1] ?? "",
    tests: readTests(text),
    files: new Map(
      files.map((line) => {
        const [file = "", ran = "", top = "", read = "", names = none] = line.split("\t");
        const atLoad = names === none ? [] : names.split(",");
        return [file, { ran: set(ran), top: set(top), read: set(read), atLoad }];
      }),
    ),
  };
}

/** Each test file of a map with its seconds. */
export function readTests(text: string): Map<string, number> {
  const rows = testRows(text).filter(([, test]) => test !== gone);
  return new Map(rows.map(([seconds, test]) => [test, Number(seconds)]));
}

/** The places of a map's tests, for the next one. */
export function placesIn(text: string): string[] {
  return testRows(text).map(([, test]) => test);
}

function testRows(text: string): [seconds: string, test: string][] {
  const [, ...rows] = (text.split("\n\n")[0] ?? "").split("\n");
  return rows.map((row) => row.split(" ") as [string, string]);
}

const gone = "-";

function placesOf(tests: readonly string[], before: readonly string[]): string[] {
  const known = new Set(before);
  const added = tests.filter((test) => !known.has(test)).toSorted();
  const there = new Set(tests);
  const places = before.map((test) => (there.has(test) ? test : (added.shift() ?? gone)));
  return [...places, ...added];
}

/** So that a run that was a little slower changes no line: steps of a third. */
function coarse(seconds: number): number {
  const step = Math.round(Math.log(Math.max(seconds, 0.1)) / Math.log(4 / 3));
  return Number(((4 / 3) ** step).toPrecision(2));
}

const none = "-";
const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? none : names.toSorted().join(",");

/** Bits as base64, with runs of zeros as their number: `=12=`. */
function packed(places: readonly number[]): string {
  if (places.length === 0) return none;
  const bytes = Buffer.alloc((Math.max(...places) >> 3) + 1);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
  const text = bytes.toString("base64").replaceAll("=", "");
  return text.replaceAll(/A{4,}/g, (zeros) => `=${zeros.length}=`);
}

function unpacked(word: string): number[] {
  if (word === none || word === "") return [];
  const text = word.replaceAll(/=(\d+)=/g, (_, zeros: string) => "A".repeat(Number(zeros)));
  return [...Buffer.from(text, "base64")].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((bit) => (byte & (1 << bit)) !== 0)
      .map((bit) => index * 8 + bit),
  );
}
