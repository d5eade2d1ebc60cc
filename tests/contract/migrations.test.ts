import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeMigration } from "#infra/build/write-migration.ts";

// The generator wants a folder below the one it runs in.
const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = path.relative(root, await mkdtemp(path.join(root, "node_modules/.migrations-")));
  await cp(path.join(root, "drizzle"), path.join(root, folder), { recursive: true });
});
afterAll(() => rm(path.join(root, folder), { recursive: true }));

const snapshots = async (): Promise<string[]> =>
  (await readdir(path.join(root, folder, "meta"))).filter((name) => name.includes("snapshot"));
const read = (name: string): Promise<string> => readFile(path.join(root, folder, name), "utf8");

test("the tables have no change that is in no migration", async () => {
  const before = await snapshots();
  const text = await read(`meta/${before[0]}`);
  const { status, output } = writeMigration(folder, [], "pipe");
  expect(status).toBe(0);
  expect(output).toContain("No schema changes, nothing to migrate");
  expect(await snapshots()).toEqual(before);
  expect(await read(`meta/${before[0]}`)).toBe(text);
});

test("a change becomes the next migration, and its snapshot takes the place of the one before", async () => {
  const [newest = ""] = await snapshots();
  const text = await read(`meta/${newest}`);
  const without = text.replace(/^ *"withdrawn_at": \{"name":"withdrawn_at".*,\n/m, "");
  expect(without.split("\n")).toHaveLength(text.split("\n").length - 1);
  await writeFile(path.join(root, folder, "meta", newest), without);

  expect(writeMigration(folder, ["--name=what-came-back"], "pipe").status).toBe(0);
  const [written = "", ...others] = await snapshots();
  expect(others).toEqual([]);
  expect(written).not.toBe(newest);
  const migration = `${written.slice(0, 4)}_what-came-back.sql`;
  expect(await read(migration)).toMatch(/^ALTER TABLE "\w+" ADD COLUMN "withdrawn_at" .*;$/);
  const tables = (snapshot: string): object =>
    Object.assign(JSON.parse(snapshot) as object, { id: "", prevId: "" });
  expect(tables(await read(`meta/${written}`))).toEqual(tables(text));
});
