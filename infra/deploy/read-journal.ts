import { readFile } from "node:fs/promises";

interface Journal {
  entries: { tag: string }[];
}

/** The migrations that this version of the code brings. */
export async function readJournal(): Promise<{ entries: number; last: string }> {
  const file = new URL("../../drizzle/meta/_journal.json", import.meta.url);
  const { entries } = JSON.parse(await readFile(file, "utf8")) as Journal;
  return { entries: entries.length, last: entries.at(-1)?.tag ?? "none" };
}
