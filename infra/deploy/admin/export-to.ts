import type { Context } from "#lib/db/context.ts";
import { exportRows, unexportedTables } from "#lib/erasure/index.ts";
import { makeFolder, writeInto } from "./private-folder.ts";
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
  await writeInto(folder, "manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, files: files.length, rows: files.reduce((sum, { rows }) => sum + rows, 0) };
}
