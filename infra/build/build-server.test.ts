import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnChild } from "#tests/support/processes/child-process.ts";
import { buildProgram, programs, type ProgramName } from "./build.ts";

const root = join(import.meta.dirname, "../..");
const names = Object.keys(programs) as ProgramName[];

interface Locked {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
}

const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Locked;
/** What `npm ci --omit=dev --omit=optional` installs, by folder. */
const ofProduction = Object.entries(locked.packages).flatMap(([folder, found]) => {
  const omitted = [found.dev, found.devOptional, found.optional].includes(true);
  return folder !== "" && !omitted && existsSync(join(root, folder)) ? [folder] : [];
});

let place: string;
const built = new Map<ProgramName, Awaited<ReturnType<typeof buildProgram>>>();
/** A server's files: what was built, its script, the production packages and no sources. */
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "connect-build-"));
  for (const name of names)
    built.set(name, await buildProgram(name, join(place, "dist"), "abc123"));
  mkdirSync(join(place, "infra/server"), { recursive: true });
  copyFileSync(join(root, "infra/server/run.sh"), join(place, "infra/server/run.sh"));
  copyFileSync(join(root, "package.json"), join(place, "package.json"));
  symlinkSync(join(root, "drizzle"), join(place, "drizzle"));
  for (const folder of ofProduction) {
    // A package inside another is included already.
    if (folder.lastIndexOf("node_modules/") !== 0) continue;
    mkdirSync(join(place, folder, ".."), { recursive: true });
    symlinkSync(join(root, folder), join(place, folder));
  }
}, 60_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.each(names)("the built %s", (name) => {
  test("requires only production packages", () => {
    const { metafile } = built.get(name) ?? {};
    const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
    const packages = imports
      .filter(({ external, path }) => external === true && !isBuiltin(path))
      .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
    const manifest = readFileSync(join(root, "package.json"), "utf8");
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    // pg requires these inside a try, and they are never installed; the cloud's clients need them only in a page.
    const optional = ["pg-native", "bowser"];
    expect(packages.filter((one) => !(one in dependencies) && !optional.includes(one))).toEqual([]);
  });

  test("starts with nothing else installed, and says in one line what it lacks", async () => {
    // Without a command, the operator's program prints its help.
    const args = name === "admin" ? ["organization", "list"] : [];
    const started = spawnChild("sh", ["infra/server/run.sh", name, ...args], {
      folder: place,
      env: {
        DATABASE_URL: "postgres://connect_app@127.0.0.1:1/x",
        DATABASE_OWNER_URL: "",
        WORKER_DATABASE_URL: "",
      },
    });
    expect((await started.ended).code).toBe(name === "admin" ? 2 : 1);
    const { stderr } = started.output();
    expect(stderr).toMatch(/DATABASE_OWNER_URL|BACKUP_DATABASE_URL|BASE_URL: is not set/);
    expect(stderr).not.toMatch(/Cannot find|at file:/);
  });
});

test("a server's packages and programs take at most 250 MB", () => {
  expect(ofProduction.length).toBeGreaterThan(50);
  const of = (folder: string): string[] => (existsSync(folder) ? [folder] : []);
  const folders = [...ofProduction.map((one) => join(root, one)), join(place, "dist")].flatMap(of);
  const kilobytes = execFileSync("du", ["-skcL", ...folders], { encoding: "utf8" });
  const total = Number(kilobytes.trim().split("\n").at(-1)?.split("\t")[0]);
  expect(total).toBeGreaterThan(50_000);
  expect(total * 1024).toBeLessThanOrEqual(250_000_000);
});

test("an old Node is refused with one sentence", async () => {
  const bin = join(place, "old");
  mkdirSync(bin);
  writeFileSync(join(bin, "node"), '#!/bin/sh\n[ "$1" = -p ] && echo 20 || echo v20.1.0\n', {
    mode: 0o755,
  });
  const started = spawnChild("sh", ["infra/server/run.sh", "serve"], {
    folder: place,
    env: { PATH: `${bin}:${process.env["PATH"] ?? ""}` },
  });
  expect((await started.ended).code).toBe(1);
  expect(started.output().stderr).toBe("Connect runs on Node 24 or newer, and this is v20.1.0.\n");
});
