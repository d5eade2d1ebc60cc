import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** The backup is invalid: no file is left under its name. */
export class BackupFailed extends Error {
  override name = "BackupFailed";
}

/** The row count of each table in a dump, from reading all of it. */
export async function dumpedRows(pgRestore: string, file: string): Promise<Map<string, number>> {
  const child = spawn(pgRestore, ["--data-only", "--file=-", file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(
    ([code]) => Number(code),
    () => null,
  );
  const stderr = text(child.stderr);
  const counted = new Map<string, number>();
  let table: string | null = null;
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    if (table === null) {
      const [, begins] = /^COPY (\S+) .*FROM stdin;$/.exec(line) ?? [];
      if (begins === undefined) continue;
      table = begins;
      counted.set(table, 0);
    } else if (line === String.raw`\.`) {
      table = null;
    } else {
      counted.set(table, (counted.get(table) ?? 0) + 1);
    }
  }
  const code = await ended;
  if (code === null) throw new BackupFailed(`${pgRestore} cannot be run: it comes with pg_dump`);
  if (code !== 0) throw new BackupFailed(`the dump cannot be read: ${(await stderr).trim()}`);
  return counted;
}
