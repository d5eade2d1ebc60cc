import { writeFileSync } from "node:fs";
import { Coverage, isModule } from "./coverage.ts";
import { noteReads } from "./note-reads.ts";
import { fileOf } from "./own-file.ts";

export interface Start {
  executed: string[];
  read: string[];
}

/** What ran and was read while a server of the run started, in the process of all tests: for each that uses it. */
export async function recordStart<T>(file: string, start: () => Promise<T>): Promise<T> {
  const read = new Set<string>();
  noteReads((file) => read.add(fileOf(file) ?? ""));
  const coverage = new Coverage();
  const started = await start();
  const ran = coverage.take().filter((one) => !isModule(one));
  const executed = [...new Set(ran.map(({ file }) => file))].toSorted();
  const kept: Start = { executed, read: [...read].filter((file) => file !== "").toSorted() };
  writeFileSync(file, JSON.stringify(kept));
  return started;
}
