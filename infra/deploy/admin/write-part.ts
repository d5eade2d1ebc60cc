import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ExportedPart } from "#lib/erasure/index.ts";

export interface Written {
  file: string;
  table: string;
  dataset?: string;
  rows: number;
  sha256: string;
}

/** A table or dataset as JSON lines, readable only by its user. */
export async function writePart(
  folder: string,
  { table, dataset, lines }: ExportedPart,
): Promise<Written> {
  const file = `${dataset === undefined ? table : `${table}.${dataset}`}.ndjson`;
  const hash = createHash("sha256");
  const handle = await open(join(folder, file), "wx", 0o600);
  let rows = 0;
  try {
    for await (const some of lines) {
      const text = some.map((line) => `${line}\n`).join("");
      hash.update(text);
      rows += some.length;
      await handle.appendFile(text);
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
