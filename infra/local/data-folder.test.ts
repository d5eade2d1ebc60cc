import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDataFolder } from "./data-folder.ts";
import { StartRefused } from "./start-refused.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-folder-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await makeDataFolder(dataDir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartRefused);
  const { message } = error as StartRefused;
  expect(message).toMatch(/^[^\n]+Set DATA_DIR to a folder of yours\.$/);
  return message;
}

test("a missing folder is made with its parents, and an existing one is used", async () => {
  const deep = path.join(folder, "a", "b");
  await makeDataFolder(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
  await makeDataFolder(deep);
});

test("a file in its place, or on the way to it, is named", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  expect(await refusal(file)).toContain(`${file} is not a folder`);
  expect(await refusal(path.join(file, "below", "it"))).toContain(`${file} is not a folder`);
});

test("a folder that is not writable is refused at once", async () => {
  const closed = path.join(folder, "closed");
  await makeDataFolder(closed);
  await chmod(closed, 0o500);
  // Root ignores a folder's mode, so another user tries there.
  if (process.getuid?.() !== 0) {
    expect(await refusal(closed)).toContain("nothing can be written there (EACCES)");
  }
  if (process.platform === "linux") {
    expect(await refusal("/proc/connect/data")).toContain("nothing can be written there (ENOENT)");
  }
});
