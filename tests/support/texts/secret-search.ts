import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestDatabase } from "../databases/test-database.ts";
import { familyOf } from "../processes/running-processes.ts";

/** Every form in which a text can appear inside another one. */
export function shapesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Base64 of a longer text, for each position of the secret in it.
  const shifted = [0, 1, 2].map((pad) =>
    Buffer.concat([Buffer.alloc(pad), bytes])
      .toString("base64")
      .slice(pad + 1, -4),
  );
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString("hex"),
    bytes.toString("utf16le"),
    ...shifted,
  ].filter((shape) => shape.length >= 8);
}

export function foundIn(texts: readonly string[], secret: string): string[] {
  const shapes = shapesOf(secret);
  return texts.filter((text) => shapes.some((shape) => text.includes(shape)));
}

/** Every value of every table, whatever its type; a bytea as raw bytes. */
export async function everyValue(
  database: TestDatabase,
): Promise<{ place: string; text: string }[]> {
  const columns = await database.owner(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped`);
  const values: { place: string; text: string }[] = [];
  for (const { table, column, type } of columns as Record<string, string>[]) {
    const shown = type === "bytea" ? `encode("${column}", 'hex')` : `"${column}"::text`;
    const rows = await database.owner(
      `select ${shown} as value from "${table}" where "${column}" is not null`,
    );
    for (const { value } of rows) {
      const text = String(value);
      const plain = type === "bytea" ? Buffer.from(text, "hex").toString("latin1") : text;
      values.push({ place: `${table}.${column}`, text: plain });
    }
  }
  return values;
}

/** What any user of the machine could see of a running browser, and what it left on disk. */
export async function seenOnMachine(): Promise<string[]> {
  const seen = (await familyOf(process.pid)).map(
    ({ command, environment }) => `${command}\n${environment}`,
  );
  const folders = (await readdir(tmpdir())).filter((name) =>
    name.startsWith(`connect-browser-${process.pid}-`),
  );
  for (const folder of folders) {
    const inside = path.join(tmpdir(), folder);
    // The browser creates and removes files all the time.
    const entries = await readdir(inside, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      const bytes = await readFile(path.join(entry.parentPath, entry.name)).catch(() => null);
      if (bytes !== null) seen.push(bytes.toString("latin1"));
    }
  }
  return seen;
}
