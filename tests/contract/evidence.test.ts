import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEvidence } from "#lib/jobs/index.ts";
import { adminScene, type AdminScene } from "#tests/support/scenes/admin-scene.ts";

/* Support opens what a portal showed when a job failed: who may, for whom, and for how long. */

let operator: AdminScene;
let folder: string;
let job: string;
beforeAll(async () => {
  operator = await adminScene();
  folder = await mkdtemp(join(tmpdir(), "evidence-"));
  job = await operator.aFailedJob();
});
afterAll(async () => {
  await operator.close();
  await rm(folder, { recursive: true });
});

const open = (out: string, environment?: Record<string, string>) =>
  operator.run("evidence open", [job, "--out", out, "--reason", "ticket 12"], environment);

test("text and picture are written readable only by their user, after that is recorded", async () => {
  const out = join(folder, "opened");
  const before = await operator.actions();
  expect((await open(out)).code).toBe(0);
  expect((await operator.actions()).slice(before.length)).toMatchObject([
    { command: "evidence open", subject: job, organization: operator.organization },
  ]);
  expect((await readdir(out)).toSorted()).toEqual(["portal.png", "portal.txt"]);
  expect(await readFile(join(out, "portal.txt"), "utf8")).toBe("<html>El portal</html>");
  expect(await readFile(join(out, "portal.png"), "utf8")).toBe("PNG");
  for (const name of ["", "portal.txt", "portal.png"]) {
    expect((await stat(join(out, name))).mode & 0o077, name).toBe(0);
  }
});

test("without the right to unwrap its key nothing opens, and the attempt is recorded first", async () => {
  const out = join(folder, "refused");
  const before = await operator.actions();
  const refused = await open(out, { MASTER_KEY: randomBytes(32).toString("base64") });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(await readdir(folder)).not.toContain("refused");
  expect(await operator.actions()).toHaveLength(before.length + 1);
});

test("another organization's is not found", async () => {
  const { scene } = operator;
  const other = { ...scene.deps, ...scene.contextOf(await operator.anOrganization()) };
  expect(await openEvidence(other, job, null)).toBeNull();
});

test("on the eighth day it is gone", async () => {
  operator.scene.advance(8 * 86_400);
  expect(await open(join(folder, "late"))).toMatchObject({ code: 1, stdout: "" });
});
