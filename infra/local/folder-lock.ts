import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeDataFolder } from "./data-folder.ts";
import { isRunning } from "./other-process.ts";
import { StartRefused } from "./start-refused.ts";

/** Two local modes in one folder would stop each other's database. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, "start.pid");
  await makeDataFolder(folder);
  if (existsSync(file)) {
    const pid = Number(await readFile(file, "utf8"));
    if (pid !== process.pid && (await isLocalMode(pid))) {
      throw new StartRefused(
        `Another "npm start" (process ${pid}) uses ${folder}. End it, or set DATA_DIR.`,
      );
    }
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

async function isLocalMode(pid: number): Promise<boolean> {
  if (pid <= 0 || !(await isRunning(pid))) return false;
  try {
    // After a kill -9 another program may have got the id.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).includes("infra/local/start");
  } catch {
    return true;
  }
}
