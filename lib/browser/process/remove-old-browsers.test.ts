import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeOldBrowsers } from "./remove-old-browsers.ts";

const uid = process.getuid?.() ?? 0;
const kept = `chromium-149.0.0-${uid}-00000000`;
const old = `chromium-147.0.0-${uid}-11111111`;
let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "connect-old-browsers-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const make = (...names: string[]): void => {
  for (const name of names) mkdirSync(join(parent, name));
};
const tomorrow = () => Date.now() + 86_400_000 + 60_000;
const remove = (now: number) => removeOldBrowsers({ parent, kept, uid, now });

test("removes what earlier releases and killed processes left, and nothing else", async () => {
  const foreign = [`chromium-149.0.0-${uid + 1}-00000000`, "chromium-notes", "other"];
  make(kept, old, `${kept}-unpacking-a1B2c3`, ...foreign);
  const linked = `chromium-146.0.0-${uid}-22222222`;
  symlinkSync(join(parent, "other"), join(parent, linked));
  await remove(tomorrow());
  expect(readdirSync(parent).toSorted()).toEqual([kept, linked, ...foreign].toSorted());
});

test("keeps for a day what a service may be about to use", async () => {
  make(kept, old);
  await remove(Date.now() + 3_600_000);
  expect(readdirSync(parent)).toContain(old);
});

test("keeps a browser that runs", async () => {
  make(old);
  const program = join(parent, old, "chromium");
  copyFileSync("/bin/sleep", program);
  const running = spawn(program, ["60"]);
  await once(running, "spawn");
  await remove(tomorrow());
  expect(readdirSync(parent)).toEqual([old]);
  running.kill("SIGKILL");
  await once(running, "exit");
  await remove(tomorrow());
  expect(readdirSync(parent)).toEqual([]);
});
