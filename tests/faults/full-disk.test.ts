import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnChild } from "#tests/support/processes/child-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "full-disk-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** In a process that may write no file of more than 2 MiB: a write of more is cut short there, as on a full disk. */
const limited = "trap '' XFSZ; ulimit -f 2048; exec \"$@\"";
const program = `
  import { writePart } from "./infra/deploy/admin/write-part.ts";
  async function* lines() { yield ["a".repeat(3 << 20)]; }
  const written = await writePart(process.argv[1], { table: "records", lines: lines() });
  process.stdout.write(JSON.stringify(written));
`;

test("an export that does not fit says so, and never that it wrote what it could not", async () => {
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "--eval", program];
  const child = spawnChild("bash", ["-c", limited, "bash", ...node, folder]);
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  expect((await stat(join(folder, "records.ndjson"))).size, stderr).toBe(2 << 20);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("EFBIG");
});
