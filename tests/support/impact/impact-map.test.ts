import { expect, test } from "vitest";
import { buildMap } from "./build-map.ts";
import { movedMap } from "./current-map.ts";
import type { FileRecord } from "./file-record.ts";
import { placesIn, readMap, writeMap, type FileImpact, type ImpactMap } from "./impact-map.ts";
import type { Loads } from "./loads.ts";

const none: ReadonlySet<string> = new Set();
const impact = (given: Partial<FileImpact>): FileImpact => ({
  ran: none,
  top: none,
  read: none,
  atLoad: [],
  ...given,
});
const names = Array.from({ length: 90 }, (_, index) => `lib/${index}.test.ts`);
const map: ImpactMap = {
  commit: "abc",
  tests: new Map(names.map((name, index) => [name, index])),
  files: new Map([
    ["lib/a.ts", impact({ ran: new Set(names), atLoad: ["", "get entry"] })],
    ["lib/b.ts", impact({ ran: new Set(["lib/0.test.ts", "lib/89.test.ts"]), atLoad: [""] })],
    ["lib/c.ts", impact({ top: new Set(["lib/7.test.ts"]), read: new Set(["lib/8.test.ts"]) })],
  ]),
};

test("a map is read as it was written, but for its seconds, which are steps of a third", () => {
  const read = readMap(writeMap(map, []));
  expect(read.files).toEqual(map.files);
  expect(read.commit).toBe("abc");
  expect([...read.tests.keys()].toSorted()).toEqual(names.toSorted());
  for (const [test, seconds] of read.tests) {
    const was = map.tests.get(test) ?? 0;
    expect(Math.abs(seconds - was)).toBeLessThanOrEqual(Math.max(0.12, was * 0.16));
  }
});

test("a test that goes leaves its place to a new one, and no other line changes", () => {
  const before = writeMap(map, []);
  const tests = new Map([...map.tests, ["lib/new.test.ts", 1]] as const);
  tests.delete("lib/5.test.ts");
  const ran = new Set(tests.keys());
  const after = writeMap(
    {
      ...map,
      tests,
      files: new Map(map.files).set("lib/a.ts", impact({ ran, atLoad: ["", "get entry"] })),
    },
    placesIn(before),
  );
  const [old, now] = [before, after].map((text) => text.split("\n"));
  expect(now?.filter((line) => old?.includes(line) !== true)).toEqual(["1 lib/new.test.ts"]);
});

test("a file that was moved keeps its line, and a test its place in the sets", () => {
  const moved = new Map([
    ["lib/b.ts", "lib/acts/b.ts"],
    ["lib/89.test.ts", "lib/acts/89.test.ts"],
  ]);
  const { tests, files } = movedMap(map, moved);
  expect(files.has("lib/b.ts")).toBe(false);
  expect(files.get("lib/acts/b.ts")?.ran).toEqual(
    new Set(["lib/0.test.ts", "lib/acts/89.test.ts"]),
  );
  expect(tests.get("lib/acts/89.test.ts")).toBe(89);
});

const record = (name: string, given: Partial<FileRecord>): FileRecord => ({
  test: name,
  seconds: 1,
  executed: [],
  inChildren: [],
  read: [],
  ...given,
});

/** `list` is made of `tool` when it is read; `page` uses `list`, and a process of its own imports `tool`. */
const loads: Loads = {
  calls: { "lib/tool.ts": {}, "lib/list.ts": { "lib/tool.ts:40": 1 }, "lib/page.ts": {} },
  names: {},
  reads: {},
  refused: {},
};
const imports = (target: string) => [
  { target, ours: true, relative: false, names: [], handsOn: false },
];
const built = (records: FileRecord[], before: ImpactMap | null = null) =>
  buildMap({
    commit: "abc",
    records,
    loads,
    starts: [{ executed: ["lib/migrate.ts"], read: ["drizzle/a.sql"] }],
    graph: [{ file: "lib/child.ts", text: "", imports: imports("lib/tool.ts") }],
    repository: new Set([
      ...["tool", "list", "page", "child", "migrate", "x"].map((name) => `lib/${name}.ts`),
      "drizzle/a.sql",
    ]),
    before,
    tests: new Set(["lib/a.test.ts", "lib/b.test.ts", "lib/c.test.ts"]),
  });

test("a constant concerns those that use what is made of it, and processes that import it", () => {
  const { files } = built([
    record("lib/a.test.ts", { executed: ["lib/list.ts"] }),
    record("lib/b.test.ts", { inChildren: ["lib/child.ts"] }),
    record("lib/c.test.ts", { executed: ["lib/page.ts"] }),
  ]);
  expect(files.get("lib/tool.ts")).toEqual(
    impact({ top: new Set(["lib/a.test.ts", "lib/b.test.ts"]) }),
  );
});

test("what a server of the run does while it starts concerns those that use one", () => {
  const executed = ["tests/support/servers/server-of-run.ts"];
  const { files } = built([record("lib/a.test.ts", { executed }), record("lib/b.test.ts", {})]);
  expect(files.get("lib/migrate.ts")?.ran).toEqual(new Set(["lib/a.test.ts"]));
  expect(files.get("drizzle/a.sql")?.read).toEqual(new Set(["lib/a.test.ts"]));
});

test("a test file that was not recorded keeps its entry, and one that is gone loses it", () => {
  const tests = new Map([
    ["lib/a.test.ts", 1],
    ["lib/b.test.ts", 2],
    ["lib/gone.test.ts", 3],
  ]);
  const before = {
    commit: "old",
    tests,
    files: new Map([["lib/x.ts", impact({ ran: new Set(tests.keys()) })]]),
  };
  const after = built([record("lib/a.test.ts", { seconds: 9 })], before);
  expect([...after.tests]).toEqual([
    ["lib/a.test.ts", 9],
    ["lib/b.test.ts", 2],
  ]);
  expect(after.files.get("lib/x.ts")?.ran).toEqual(new Set(["lib/b.test.ts"]));
});

test("what git does not know is no reason to run a test", () => {
  const executed = ["lib/page.ts", "dist/server.mjs", ""];
  const before = { commit: "old", tests: new Map(), files: new Map([["lib/old.ts", impact({})]]) };
  const { files } = built([record("lib/a.test.ts", { executed })], before);
  expect([...files.keys()].toSorted()).toEqual(["lib/list.ts", "lib/page.ts", "lib/tool.ts"]);
});
