import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { spawnScript } from "#tests/support/child-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "release-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** With stand-ins for what it calls, one of which may fail. */
async function release(stage: string, fails: "npm" | "npx" | "none") {
  const called = join(folder, "called");
  await writeFile(called, "");
  for (const name of ["npm", "npx"]) {
    const code = fails === name ? 7 : 0;
    const text = `#!/bin/sh\necho ${name} "$@" >> ${called}\nexit ${code}\n`;
    await writeFile(join(folder, name), text, { mode: 0o755 });
  }
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  const { code } = await spawnScript("infra/deploy/release.ts", [stage], { env }).ended;
  return { code, called: (await readFile(called, "utf8")).trim().split("\n") };
}

test("a release migrates, then deploys, and stops at the first that fails", async () => {
  const migrates = "npm run -s migrate";
  const packs = "npm run -s client:build";
  const deploys = "npx sst deploy --stage rehearsal";
  expect(await release("rehearsal", "none")).toEqual({
    code: 0,
    called: [migrates, packs, deploys],
  });
  expect(await release("rehearsal", "npm")).toEqual({ code: 7, called: [migrates] });
  // Its file is not in this repository.
  expect(await release("production", "none")).toEqual({ code: 2, called: [""] });
});
