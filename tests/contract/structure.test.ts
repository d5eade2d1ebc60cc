import { expect, test } from "vitest";
import { circles } from "#tests/support/structure/circles.ts";
import { copiedRuns } from "#tests/support/structure/copied-runs.ts";
import { arrows, floors, foldersWithoutFloor, isUpward } from "#tests/support/structure/floors.ts";
import { everyFile, measured } from "#tests/support/structure/measured.ts";
import { unusedNames } from "#tests/support/structure/names.ts";
import { singleUseFiles } from "#tests/support/structure/single-use-files.ts";

/** They only fall. Percentages if the unit says so. */
const bounds = {
  "circles of files": 0,
  "upward arrows between folders": 1,
  "circles of folders on a floor": 0,
  "short files that only one neighbour uses": 0,
  "copied runs between banks in lib/connectors, %": 6.7,
  "copied runs between banks in infra/sandbox/portals, %": 3.4,
  "files for a seventh bank": 29,
  "names handed on by an index and used by nobody outside": 0,
  "exports used in their own file alone": 0,
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

test("every folder is on a layer", () => {
  expect(foldersWithoutFloor(measured)).toEqual([]);
});

test("upward imports between folders", () => {
  const found = arrows(measured).filter(isUpward);
  const shown = found.map(({ from, to, imports }) => `${from} -> ${to}, as ${imports[0]}`);
  hold("upward arrows between folders", found.length, shown);
});

test("cycles of folders on a layer", () => {
  const level = arrows(measured).filter(({ from, to }) =>
    floors.some((floor) => floor.includes(from) && floor.includes(to)),
  );
  const edges = new Map<string, string[]>();
  for (const { from, to } of level) edges.set(from, [...(edges.get(from) ?? []), to]);
  const found = circles(edges).map((folders) => folders.join(" "));
  hold("circles of folders on a floor", found.length, found);
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
