import { createHash } from "node:crypto";
import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "#lib/db/context.ts";
import { exportRows, unexportedTables, type ExportedPart } from "#lib/erasure/index.ts";
import { Refused } from "./refusals.ts";

interface Written {
  file: string;
  table: string;
  dataset?: string;
  rows: number;
  sha256: string;
}

/** Into a folder that is not there yet: its user alone reads it, and nothing is written over. */
export async function exportTo(ctx: Context, folder: string): Promise<object> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new Refused(`${folder} cannot be made: ${"code" in error ? String(error.code) : "?"}`);
  });
  const files: Written[] = [];
  await exportRows(ctx, async (part) => void files.push(await write(folder, part)));
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

async function write(folder: string, { table, dataset, lines }: ExportedPart): Promise<Written> {
  const file = `${dataset === undefined ? table : `${table}.${dataset}`}.ndjson`;
  const hash = createHash("sha256");
  const handle = await open(join(folder, file), "wx", 0o600);
  let rows = 0;
  try {
    for await (const some of lines) {
      const text = some.map((line) => `${line}\n`).join("");
      hash.update(text);
      rows += some.length;
      await handle.write(text);
    }
  } finally {
    await handle.close();
  }
  return {
    file,
    table,
    ...(dataset !== undefined && { dataset }),
    rows,
    sha256: hash.digest("hex"),
  };
}
