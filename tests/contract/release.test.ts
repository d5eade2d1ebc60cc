import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stepsOf } from "#infra/deploy/release-steps.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "release-"));
});
afterEach(() => rm(folder, { recursive: true }));

const migrates = "npm run -s migrate";
const packs = "npm run -s client:build";
const deploys = "npx sst deploy --stage rehearsal";
const looks = "npm run -s admin -- stage smoke --release 0123456789ab";
const entered = {
  RELEASE: "0123456789ab",
  WORKER_DATABASE_URL: "postgres://connect_worker@db.example/connect",
};

/** With stubs for what it calls, one of which may fail. */
async function release(stage: string, fails: string, given: Record<string, string> = entered) {
  const called = join(folder, "called");
  await writeFile(called, "");
  for (const name of ["npm", "npx"]) {
    const text = `#!/bin/sh\necho ${name} "$@" >> ${called}\n[ "${name} $*" != "${fails}" ] || exit 7\n`;
    await writeFile(join(folder, name), text, { mode: 0o755 });
  }
  const env = { ...given, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  const child = await startProgram("infra/deploy/release.ts", [stage], env);
  const { code } = await child.ended;
  const { stderr } = child.output();
  return { code, stderr, called: (await readFile(called, "utf8")).trim().split("\n") };
}

test("a release migrates, deploys and checks that it is alive, and stops at the first failure", async () => {
  const all = [migrates, packs, deploys, looks];
  expect(await release("rehearsal", "none")).toMatchObject({ code: 0, called: all });
  for (const [at, step] of all.entries()) {
    const stopped = await release("rehearsal", step);
    expect(stopped).toMatchObject({ code: 7, called: all.slice(0, at + 1) });
    expect(stopped.stderr).toContain(`${step} failed`);
  }
});

test("a release that cannot finish does not begin", async () => {
  // Its file is not in this repository.
  expect(await release("production", "none")).toMatchObject({ code: 2, called: [""] });
  const unheard = await release("rehearsal", "none", { WORKER_DATABASE_URL: "" });
  expect(unheard).toMatchObject({ code: 2, called: [""] });
  expect(unheard.stderr).toContain("WORKER_DATABASE_URL");
});

test("a stage that is asleep answers nobody by itself, and is not checked", () => {
  const names = stepsOf("nap", { asleep: true }, "0123456789ab").map((step) => step.join(" "));
  expect(names).toEqual([migrates, packs, "npx sst deploy --stage nap"]);
});
