import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { circles } from "#tests/support/structure/circles.ts";
import { copiedRuns } from "#tests/support/structure/copied-runs.ts";
import {
  arrows,
  circlesOfFolders,
  foldersWithoutFloor,
  isUpward,
  partsNotThere,
  upwardInParts,
} from "#tests/support/structure/floors.ts";
import { everyFile, measured } from "#tests/support/structure/measured.ts";
import { exportedTwice, unusedNames } from "#tests/support/structure/names.ts";
import { singleUseFiles } from "#tests/support/structure/single-use-files.ts";

/** They only fall. Percentages if the unit says so. */
const bounds = {
  "circles of files": 0,
  "upward arrows between folders": 1,
  "upward imports between parts of a folder": 0,
  "circles of folders at any depth": 0,
  "circles of folders of infra": 1,
  "files in the fullest folder of lib and functions": 25,
  "*-service.ts files": 0,
  "names exported twice in lib": 10,
  "names exported twice without a reason": 0,
  "short files that only one neighbour uses": 0,
  "copied runs between banks in lib/connectors, %": 6.7,
  "copied runs between banks in infra/sandbox/portals, %": 3.4,
  "files for a seventh bank": 29,
  "files for a field of a bank": 13,
  "files for a verb that acts": 3,
  "names handed on by an index and used by nobody outside": 0,
  "exports used in their own file alone": 0,
  // One snapshot, not one a migration: the rest is for what follows.
  "lines under drizzle": 7_000,
};

function hold(name: keyof typeof bounds, count: number, found: readonly string[]): void {
  const bound = bounds[name];
  console.log(`${name}: ${count} (bound ${bound})`);
  expect(count, `${name}:\n${found.join("\n")}`).toBeLessThanOrEqual(bound);
}

test("cycles of files", () => {
  const edges = measured.map(({ file, imports }) => {
    const targets = imports.filter(({ ours }) => ours).map(({ target }) => target);
    return [file, targets] as const;
  });
  const found = circles(new Map(edges)).map((files) => files.join(" "));
  expect(edges.length).toBeGreaterThan(1_700);
  hold("circles of files", found.length, found);
});

test("every folder is on a floor, and every part of a folder whose parts have floors", () => {
  expect(foldersWithoutFloor(measured)).toEqual([]);
  expect(partsNotThere(measured)).toEqual([]);
});

test("upward imports between folders, and between parts of one", () => {
  const found = arrows(measured).filter(isUpward);
  const shown = found.map(({ from, to, imports }) => `${from} -> ${to}, as ${imports[0]}`);
  hold("upward arrows between folders", found.length, shown);
  const inParts = upwardInParts(measured);
  hold("upward imports between parts of a folder", inParts.length, inParts);
});

test("circles of folders", () => {
  const found = circlesOfFolders(measured.filter(({ file }) => !file.startsWith("infra/")));
  hold("circles of folders at any depth", found.length, found);
  const ofInfra = circlesOfFolders(measured.filter(({ file }) => file.startsWith("infra/")));
  hold("circles of folders of infra", ofInfra.length, ofInfra);
});

test("a circle of folders is found wherever it is", () => {
  const file = (file: string, target: string) => ({
    file,
    text: "",
    imports: [{ target, ours: true, relative: true, names: ["a"], handsOn: false }],
  });
  const apart = [file("lib/a/x/y/1.ts", "lib/a/x/z/2.ts"), file("lib/a/x/z/2.ts", "lib/a/x/w.ts")];
  expect(circlesOfFolders([...apart, file("lib/a/x/w.ts", "lib/b/1.ts")])).toEqual([]);
  const found = circlesOfFolders([...apart, file("lib/a/x/w.ts", "lib/a/x/y/1.ts")]);
  expect(found).toEqual(["lib/a/x/w.ts lib/a/x/y lib/a/x/z"]);
});

/** What a reader sees next to each other: no tests, and no index, which only hands on. */
test("no folder is too full", () => {
  const counts = new Map<string, number>();
  for (const { file } of measured) {
    if (!/^(?:lib|functions)\//.test(file) || /\/index\.tsx?$/.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const fullest = [...counts].toSorted(([, a], [, b]) => b - a);
  const shown = fullest.slice(0, 10).map(([folder, count]) => `${count} ${folder}`);
  hold("files in the fullest folder of lib and functions", fullest[0]?.[1] ?? 0, shown);
});

test("what a domain offers is not told again as a service", () => {
  const found = measured
    .map(({ file }) => file)
    .filter((file) => /^lib\/(?:contract|tools)\/.*-service\.ts$/.test(file));
  hold("*-service.ts files", found.length, found);
});

const ofConnectors = "a connector and its manifest bear the system's name";
const ofDrivers = "what the table of drivers asks of each driver";

/** Why a name may be exported by two files of lib. Banks are alike on purpose; the client is a package of its own. */
const twice: Readonly<Record<string, string>> = {
  conexiones: ofConnectors,
  core: ofConnectors,
  correo: ofConnectors,
  echo: ofConnectors,
  facturacion: ofConnectors,
  indicadores: ofConnectors,
  previsional: ofConnectors,
  tributario: ofConnectors,
  needs: ofDrivers,
  open: ofDrivers,
};

test("an exported name of lib says one thing", () => {
  const files = measured.filter(
    ({ file }) => file.startsWith("lib/") && !/^lib\/(?:client|connectors\/banco_\w)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(850);
  const found = exportedTwice(files);
  hold("names exported twice in lib", found.length, found);
  const names = found.map((one) => one.slice(0, one.indexOf(":")));
  expect(Object.keys(twice).filter((name) => !names.includes(name))).toEqual([]);
  const without = names.filter((name) => !Object.hasOwn(twice, name));
  hold("names exported twice without a reason", without.length, without);
});

test("a short file that only one neighbour uses is merged with it", () => {
  const found = singleUseFiles(measured);
  hold("short files that only one neighbour uses", found.length, found);
});

test.each(["lib/connectors", "infra/sandbox/portals"] as const)(
  "banks in %s copy few lines of each other",
  (folder) => {
    const { lines, copied, byFile } = copiedRuns(measured, folder);
    expect(lines).toBeGreaterThan(2_000);
    const percent = Math.round((copied / lines) * 1000) / 10;
    const shown = [...byFile].map(([file, count]) => `${count} ${file}`);
    hold(`copied runs between banks in ${folder}, %`, percent, shown);
  },
);

test("a seventh bank takes no more files than the bound", () => {
  const found = everyFile
    .map(({ file }) => file)
    .filter((file) => /banco[_-]f[/-]/.test(file) && !/\/(?:fixtures|generated)\//.test(file));
  expect(found.length).toBeGreaterThan(20);
  hold("files for a seventh bank", found.length, found);
});

test("exports that nobody uses", () => {
  const { handedOn, inOwnFileAlone } = unusedNames(measured, everyFile);
  hold("names handed on by an index and used by nobody outside", handedOn.length, handedOn);
  hold("exports used in their own file alone", inOwnFileAlone.length, inOwnFileAlone);
});

test("lines of source", () => {
  const count = (files: typeof measured) =>
    files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  for (const folder of ["lib", "functions", "infra"]) {
    console.log(
      `lines of ${folder}: ${count(measured.filter(({ file }) => file.startsWith(`${folder}/`)))}`,
    );
  }
  // Printed and not bounded: what is new takes lines. 126,627 before verbs had one place each.
  console.log(`lines of source: ${count(measured)}`);
  expect(count(measured)).toBeGreaterThan(100_000);
});

/** The files that would have to change with it. */
function filesThatTell(word: string): string[] {
  const places = ["lib", "functions", "infra", "tests", ":!tests/contract/structure.test.ts"];
  const found = execFileSync("git", ["grep", "-lw", word, "--", ...places], { encoding: "utf8" });
  return found.split("\n").filter((file) => file !== "");
}

test("a field of a bank's rows is told in few files", () => {
  const found = filesThatTell("cuotas");
  expect(found).toContain("lib/connectors/banco_c/store.ts");
  hold("files for a field of a bank", found.length, found);
});

test("a verb that acts is told by its file, its tool and a line in its act's list", () => {
  const tools = measured.filter(({ file }) => /^lib\/acts\/[^/]+\/tools\/(?!index)/.test(file));
  expect(tools.length).toBeGreaterThan(25);
  const tellers = tools.map(({ file }) => {
    const users = measured.filter(({ imports }) => imports.some(({ target }) => target === file));
    return { file, told: ["its verb", file, ...users.map((user) => user.file)] };
  });
  const most = tellers.toSorted((one, other) => other.told.length - one.told.length)[0];
  hold("files for a verb that acts", most?.told.length ?? 0, most?.told ?? []);
});

test("the migrations and their one snapshot", async () => {
  const folder = new URL("../../drizzle/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const lines = texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  expect(files.filter((name) => name.includes("snapshot"))).toHaveLength(1);
  hold("lines under drizzle", lines, files);
});
