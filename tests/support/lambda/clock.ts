import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Clock } from "#lib/kernel/clock.ts";

/** The clock of the functions' machine: all read from one file how far it is ahead. */
export interface MachineClock extends Clock {
  file: string;
  advance(ms: number): void;
  close(): Promise<void>;
}

export async function machineClock(): Promise<MachineClock> {
  const folder = await mkdtemp(path.join(tmpdir(), "connect-lambda-clock-"));
  const file = path.join(folder, "ahead");
  const handle = openSync(file, "w");
  let aheadMs = 0;
  const write = (): void => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(aheadMs);
    writeSync(handle, bytes, 0, 8, 0);
  };
  write();
  return {
    file,
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
      write();
    },
    close: async () => {
      closeSync(handle);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
