import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptClock } from "./kept-clock.ts";
import { forgetState } from "./settings.ts";

const dayMs = 86_400_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-clock-"));
});
afterEach(() => rm(folder, { recursive: true }));

const aheadDays = (now: Date): number => Math.floor((now.getTime() - Date.now()) / dayMs + 0.5);

test("a clock that was moved continues from there after a restart, until everything is reset", async () => {
  const first = await keptClock(folder);
  expect(aheadDays(first.clock.now())).toBe(0);
  await first.moveTo(new Date(Date.now() + 3 * dayMs));
  await first.moveTo(new Date(Date.now() + 40 * dayMs));
  expect(aheadDays((await keptClock(folder)).clock.now())).toBe(40);
  await forgetState(folder);
  expect(aheadDays((await keptClock(folder)).clock.now())).toBe(0);
});
