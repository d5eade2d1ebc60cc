import { mkdir } from "node:fs/promises";
import { Refused } from "./refusals.ts";

/** A new one, readable only by its user, so nothing in it is overwritten. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new Refused(`${folder} cannot be made: ${"code" in error ? String(error.code) : "?"}`);
  });
}
