import { symlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFull } from "./disk-full.ts";
import { startLocalMode } from "./local-mode.ts";
import { parseSettings } from "./settings.ts";
import { StartRefused } from "./start-refused.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "connect-full-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });

test("a start on a full disk is refused in one sentence that says what to do", async () => {
  // The kernel's own full device answers every write as a full disk does.
  symlinkSync("/dev/full", path.join(dataDir, "app.password.new"));
  const settings = parseSettings([], { DATA_DIR: dataDir, PORT: "0", SANDBOX_PORT: "0" });
  if (settings === "help") throw new Error("no help was asked for");
  const error: unknown = await startLocalMode(settings).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartRefused);
  expect((error as Error).message).toBe(
    `The disk of ${dataDir} is full: an empty database alone needs about 60 MB. Free some space, or set DATA_DIR to a folder on another disk.`,
  );
});

test("it is told from Node's words, the database's, and those of the program that makes the database", async () => {
  const full = await writeFile("/dev/full", "x").catch((thrown: unknown) => thrown);
  const seen = [
    full,
    new Error("Failed query: create table …", { cause: failed("could not extend file", "53100") }),
    new StartRefused("The database folder could not be made", {
      cause: failed('FATAL:  could not extend file "base/1/2691": No space left on device'),
    }),
  ];
  for (const error of seen) {
    const refusal = await diskFull(error, { dataDir, databaseUrl: null });
    expect(refusal?.message).toContain(`The disk of ${dataDir} is full`);
  }
});

test("another failure keeps its own words, also a database that is lost with space left", async () => {
  const others = [
    failed("connection terminated unexpectedly"),
    failed('relation "jobs" does not exist', "42P01"),
    new TypeError("x is not a function"),
  ];
  for (const error of others) {
    expect(await diskFull(error, { dataDir, databaseUrl: null })).toBeNull();
  }
});
