import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refused } from "../refusals.ts";

/** A new one, readable only by its user, so nothing in it is overwritten. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new Refused(`${folder} cannot be made: ${"code" in error ? String(error.code) : "?"}`);
  });
}

/** A new file in it, readable only by its user. Returns its path. */
export async function writeInto(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content, { mode: 0o600, flag: "wx" });
  return file;
}
