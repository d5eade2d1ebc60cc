import { symlinkSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clockFile, keptClock } from "./kept-clock.ts";
import { keptFolios } from "./kept-folios.ts";
import { secretFile } from "./keys.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-whole-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The kernel's own full device answers every write as a full disk does. */
function fillUp(file: string): void {
  symlinkSync("/dev/full", `${file}.new`);
}

test("a secret that did not fit on the disk is made anew, not read as empty", async () => {
  const file = path.join(folder, "master.key");
  fillUp(file);
  await expect(secretFile(file)).rejects.toThrow("ENOSPC");
  expect(await readdir(folder)).toEqual([]);
  expect(await secretFile(file)).toHaveLength(44);
});

test("folios and a moved clock stay as they were when the disk is full", async () => {
  const folios = path.join(folder, "folios.json");
  await writeFile(folios, '{"33":7}');
  fillUp(folios);
  expect(() => keptFolios(folder).use("33", 8)).toThrow("ENOSPC");
  expect(keptFolios(folder).last("33")).toBe(7);

  const { moveTo } = await keptClock(folder);
  await writeFile(clockFile(folder), "60000");
  fillUp(clockFile(folder));
  await expect(moveTo(new Date(Date.now() + 120_000))).rejects.toThrow("ENOSPC");
  expect(await readFile(clockFile(folder), "utf8")).toBe("60000");
});
