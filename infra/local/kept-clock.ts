import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { MovableClock } from "#lib/kernel/clock.ts";
import { writeWhole } from "./write-whole.ts";

interface KeptClock {
  clock: MovableClock;
  moveTo(instant: Date): Promise<void>;
}

/** How far it is ahead of the machine's clock, in milliseconds. */
export const clockFile = (dataDir: string): string => path.join(dataDir, "clock.ahead");

/**
 * A clock that was moved ahead stays ahead after a restart: stored rows have its instants, and leases and pauses of a
 * later day would otherwise hold until that day.
 */
export async function keptClock(dataDir: string): Promise<KeptClock> {
  const file = clockFile(dataDir);
  const clock = new MovableClock();
  const aheadMs = existsSync(file) ? Number(await readFile(file, "utf8")) : 0;
  if (aheadMs > 0) clock.moveTo(new Date(Date.now() + aheadMs));
  return {
    clock,
    moveTo: async (instant) => {
      clock.moveTo(instant);
      writeWhole(file, String(clock.now().getTime() - Date.now()));
    },
  };
}
