import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AtEnd } from "#infra/server/endings.ts";

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
      await writeFile(`${file}.new`, JSON.stringify(ready, null, 2), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
