import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "#lib/db/context.ts";
import { exportRows, unexportedTables } from "#lib/erasure/index.ts";
import { Refused } from "./refusals.ts";
import { writePart, type Written } from "./write-part.ts";

/** Into a new folder, readable only by its user, so nothing is overwritten. */
export async function exportTo(ctx: Context, folder: string): Promise<object> {
  await makeFolder(folder);
  const files: Written[] = [];
  await exportRows(ctx, async (part) => void files.push(await writePart(folder, part)));
  const manifest = {
    organization: ctx.organization.id,
    exportedAt: ctx.clock.now(),
    leftOut: [...unexportedTables, "whatever is sealed, hashed or secret in the other tables"],
    files,
  };
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  });
  return { folder, files: files.length, rows: files.reduce((sum, { rows }) => sum + rows, 0) };
}

/** A new one, so nothing in it is overwritten. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new Refused(`${folder} cannot be made: ${"code" in error ? String(error.code) : "?"}`);
  });
}
