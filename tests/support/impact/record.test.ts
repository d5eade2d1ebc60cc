import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileRecord } from "./file-record.ts";
import type { Loads } from "./loads.ts";
import { root } from "./own-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "impact-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pure = "lib/kernel/cursor.test.ts";
const withDatabase = "lib/limits/usage-of.test.ts";
const withProcess = "tests/contract/release.test.ts";

/** A run of its own, as `npm run test:map` starts it. */
async function run(...files: string[]): Promise<void> {
  const foreign = /^(?:VITEST|IMPACT_|TINYPOOL)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const env = { ...Object.fromEntries(own), IMPACT_RECORD: folder };
  await promisify(execFile)("node_modules/.bin/vitest", ["run", ...files], { cwd: root, env });
}
const recordOf = (file: string): FileRecord =>
  JSON.parse(
    readFileSync(path.join(folder, `${file.replaceAll("/", "~")}.json`), "utf8"),
  ) as FileRecord;
const served = (name: string): boolean => existsSync(path.join(folder, `${name}.start.json`));

beforeAll(() => {
  const loads: Loads = { calls: {}, names: {}, reads: {}, refused: {} };
  writeFileSync(path.join(folder, "loads.json"), JSON.stringify(loads));
});

test("a file without a database starts no server, and a database no queue", async () => {
  await run(pure);
  expect([served("postgres"), served("queues")]).toEqual([false, false]);
  await run(withDatabase, withProcess);
  expect([served("postgres"), served("queues")]).toEqual([true, false]);
}, 600_000);

test("what ran, what was used and what was read is written down, and nothing else", () => {
  const { executed, inChildren, read, test: file } = recordOf(pure);
  expect(file).toBe(pure);
  expect(executed).toContain("lib/kernel/cursor.ts");
  expect(executed).not.toContain("lib/kernel/clock.ts");
  expect({ inChildren, read }).toEqual({ inChildren: [], read: [] });
  expect(recordOf(withProcess).inChildren).toContain("infra/deploy/release.ts");
  const start = JSON.parse(
    readFileSync(path.join(folder, "postgres.start.json"), "utf8"),
  ) as FileRecord;
  expect(start.executed).toContain("lib/db/migrate.ts");
  expect(start.read.filter((one) => one.endsWith(".sql"))).not.toEqual([]);
});
