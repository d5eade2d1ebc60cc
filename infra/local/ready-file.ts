import { rm } from "node:fs/promises";
import path from "node:path";
import type { AtEnd } from "#infra/server/endings.ts";
import { writeWhole } from "./write-whole.ts";

interface ReadyFile {
  announce(ready: object): Promise<void>;
}

/** It exists while the service runs: programs may wait for it, and never read it half written. */
export async function readyFile(dataDir: string, atEnd: AtEnd): Promise<ReadyFile> {
  const file = path.join(dataDir, "ready.json");
  const remove = (): Promise<void> => rm(file, { force: true });
  await remove();
  return {
    announce: async (ready) => {
      atEnd({ "the file of addresses and keys": remove });
      writeWhole(file, JSON.stringify(ready, null, 2));
    },
  };
}
