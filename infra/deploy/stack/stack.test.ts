import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnChild, type Child } from "#tests/support/child-process.ts";
import { freshClone, type Clone } from "#tests/support/readme/fresh-clone.ts";
import { stacksOf } from "./stacks-of.ts";

// A server that was built from one commit fails; its checkout has gone on since.
let clone: Clone;
let release: string;
/** What the built command wrote when nobody answered for its database. */
let log: string;
beforeAll(async () => {
  clone = await freshClone();
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@maule.example"];
  const git = (...words: string[]) =>
    execFileSync("git", [...identity, ...words], { cwd: clone.folder, encoding: "utf8" }).trim();
  git("init", "-q");
  git("add", "-A", ".", ":!node_modules");
  git("commit", "-q", "-m", "released");
  release = git("rev-parse", "--short=12", "HEAD");
  const entry = `import { buildProgram } from "./infra/build/build.ts";
    await buildProgram("admin", "dist", "${release}");`;
  await writeFile(path.join(clone.folder, "build-one.mts"), entry);
  await ended(spawnChild(process.execPath, ["--import", "tsx", "build-one.mts"], inClone()), 0);
  const failing = spawnChild(
    process.execPath,
    ["dist/server/admin.mjs", "organization", "list"],
    inClone({ WORKER_DATABASE_URL: "postgres://connect_worker@127.0.0.1:9/connect" }),
  );
  log = (await ended(failing, 3)).stderr;
  const changed = path.join(clone.folder, "infra/deploy/admin/run.ts");
  await writeFile(changed, `// Another line.\n${await readFile(changed, "utf8")}`);
}, 60_000);
afterAll(() => clone.remove());

const inClone = (env: NodeJS.ProcessEnv = {}) => ({ folder: clone.folder, env });

async function ended(child: Child, expected: number): Promise<{ stdout: string; stderr: string }> {
  const { code } = await child.ended;
  expect(code, child.output().stderr).toBe(expected);
  return child.output();
}

async function stack(text: string, expected = 0): Promise<{ stdout: string; stderr: string }> {
  const file = path.join(clone.folder, "failed.log");
  await writeFile(file, text);
  const words = ["--import", "tsx", "infra/deploy/admin.ts", "stage", "stack", "--file", file];
  const env = { WORKER_DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
  return ended(spawnChild(process.execPath, words, inClone(env)), expected);
}

test("a bundle's stack is told by the lines of the sources that it was built from, as they were then", async () => {
  const { stdout } = await stack(`START RequestId: 1\n${log}`);
  const { failures } = JSON.parse(stdout) as {
    failures: { event: string; release: string; stack: { at: string; source?: string }[] }[];
  };
  expect(failures).toEqual([expect.objectContaining({ event: "admin.failed", release })]);
  const places = failures[0]?.stack ?? [];
  const root = path.resolve(import.meta.dirname, "../../..");
  const own = places.filter(({ at }) => /^(?:lib|infra)\//.test(at));
  expect(own.length).toBeGreaterThan(2);
  expect(own.map(({ at }) => at.split(":")[0])).toContain("infra/deploy/admin/run.ts");
  for (const { at, source } of own) {
    const [file = "", line = ""] = at.split(":");
    const lines = (await readFile(path.join(root, file), "utf8")).split("\n");
    expect([at, source]).toEqual([at, lines[Number(line) - 1]?.trim()]);
    expect(source).not.toBe("");
  }
  // Where in a line: what is called there.
  const run = own.find(({ at }) => at.startsWith("infra/deploy/admin/run.ts"));
  expect(run?.source).toMatch(/await/);
}, 60_000);

test("a release that is no commit of the checkout is refused, and lines without a stack are nothing", async () => {
  const unknown = log.replaceAll(release, "0123456789ab");
  expect((await stack(unknown, 1)).stderr).toContain(
    "no checkout that has the commit 0123456789ab",
  );
  const line = { at: "2027-01-01T00:00:00Z", level: "info", event: "admin.done", release };
  expect(JSON.parse((await stack(`${JSON.stringify(line)}\nREPORT 1`)).stdout)).toEqual({
    failures: [],
  });
}, 60_000);

test("a stack is read with those of what caused it, of functions and of servers", () => {
  const at = "2027-01-01T00:00:00Z";
  const error = {
    stack:
      "at a (/var/task/functions/api/index.mjs:3:41)\nat async file:///srv/dist/server/serve.mjs:7:2",
    cause: { stack: "at new B (node:internal/x:1:2)\nat c.d (/var/task/chunk-AB12.mjs:1:9)" },
  };
  const [failure] = stacksOf(
    `2027 INFO ${JSON.stringify({ at, event: "e", release: "ab", error })}`,
  );
  expect(failure?.frames.map(({ file, line, column }) => [file, line, column])).toEqual([
    ["/var/task/functions/api/index.mjs", 3, 41],
    ["/srv/dist/server/serve.mjs", 7, 2],
    ["/var/task/chunk-AB12.mjs", 1, 9],
  ]);
});
