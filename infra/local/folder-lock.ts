import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { LocalPostgresError } from "./postgres.ts";

/** Two local modes over one folder would end each other's database. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, "start.pid");
  await mkdir(folder, { recursive: true });
  if (existsSync(file)) {
    const pid = Number(await readFile(file, "utf8"));
    if (pid !== process.pid && (await isLocalMode(pid))) {
      throw new LocalPostgresError(
        `Another "npm start" (process ${pid}) uses ${folder}. End it, or set DATA_DIR.`,
      );
    }
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

async function isLocalMode(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // The id may have gone to another program since a kill -9.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).includes("infra/local/start");
  } catch {
    return true;
  }
}
