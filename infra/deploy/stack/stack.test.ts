import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleOptions, bundles, functionNames, type FunctionName } from "#infra/aws/bundle.ts";
import { createLog } from "#lib/kernel/log.ts";
import { bundleProgram } from "#tests/support/processes/bundled-child.ts";
import { spawnChild, type Child } from "#tests/support/processes/child-process.ts";
import { freshClone, type Clone } from "#tests/support/readme/fresh-clone.ts";
import { stacksOf } from "./stacks-of.ts";

// A server built from one commit fails after its checkout has moved on.
let clone: Clone;
let release: string;
/** What the built command wrote when its database did not answer. */
let log: string;
beforeAll(async () => {
  clone = await freshClone();
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@maule.example"];
  const git = (...words: string[]) =>
    execFileSync("git", [...identity, ...words], { cwd: clone.folder, encoding: "utf8" }).trim();
  git("init", "-q");
  git("add", "-A");
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
  const admin = await bundleProgram("infra/deploy/admin.ts");
  const words = [admin, "stage", "stack", "--file", file];
  const env = { WORKER_DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
  return ended(spawnChild(process.execPath, words, inClone(env)), expected);
}

test("a bundle's stack is shown with the lines of its sources at the time of the build", async () => {
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
  // The position in the line, where the function is called.
  const run = own.find(({ at }) => at.startsWith("infra/deploy/admin/run.ts"));
  expect(run?.source).toMatch(/await/);
}, 60_000);

/** A word that a function says, and its file: shared code of the workers, and own files of the two with one name. */
const said: Record<FunctionName, readonly [word: string, file: string]> = {
  api: ["readiness.check_failed", "functions/api/readiness.ts"],
  dashboard: ["oauth.unavailable", "functions/dashboard/routes/access/tokens.ts"],
  "sync-worker": ["worker.message_failed", "functions/workers/handle-messages.ts"],
  "emission-worker": ["worker.message_failed", "functions/workers/handle-messages.ts"],
  "credential-broker": ["credentials.not_opened", "functions/workers/credential-broker.ts"],
  "drain-deliveries": ["webhooks.drained", "functions/workers/create-drain.ts"],
  housekeeping: ["housekeeping.chore_failed", "functions/workers/create-housekeeping.ts"],
};

/** What the platform's builder makes of a function, with its own code: each uploaded file. */
async function uploaded(name: FunctionName): Promise<{ name: string; text: string }[]> {
  const { entry, install, splitting, keepNames } = bundles[name];
  const { outputFiles } = await build({
    absWorkingDir: clone.folder,
    entryPoints: [entry],
    outdir: "uploaded",
    outExtension: { ".js": ".mjs" },
    write: false,
    external: ["sharp", ...bundleOptions.esbuild.external, ...install],
    bundle: true,
    splitting,
    minify: true,
    keepNames,
    platform: "node",
    format: "esm",
    target: "esnext",
    mainFields: ["module", "main"],
    banner: {
      js: [
        `import { createRequire as topLevelCreateRequire } from 'module';`,
        `const require = topLevelCreateRequire(import.meta.url);`,
        `import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"`,
        `const __filename = topLevelFileUrlToPath(import.meta.url)`,
        `const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))`,
        "",
      ].join("\n"),
    },
  });
  return outputFiles.map((file) => ({ name: path.basename(file.path), text: file.text }));
}

/** A line of its log that fails where the word is said. */
async function failedAt(name: FunctionName): Promise<string> {
  const [word] = said[name];
  const files = await uploaded(name);
  const at = files.find(({ text }) => text.includes(word));
  if (at === undefined) throw new Error(`${name} says no ${word}`);
  const before = at.text.slice(0, at.text.indexOf(word) - 1).split("\n");
  const error = new Error("failed");
  const place = `${before.length}:${(before.at(-1) ?? "").length + 1}`;
  error.stack = `Error: failed\n    at run (file:///var/task/${at.name}:${place})`;
  let written = "";
  const { program } = bundles[name];
  const now = () => new Date("2027-01-01T00:00:00Z");
  createLog({ level: "info", write: (line) => (written = line), now, release, program }).error(
    "failed",
    { error },
  );
  return written;
}

test("a line of each deployed function is shown with its own sources, even if two share a name", async () => {
  const lines: string[] = [];
  for (const name of functionNames) lines.push(await failedAt(name));
  const { stdout } = await stack(lines.join("\n"));
  const { failures } = JSON.parse(stdout) as {
    failures: { program: string; stack: { at: string; source?: string }[] }[];
  };
  expect(failures.map(({ program }) => program)).toEqual([
    "api",
    "dashboard",
    "sync",
    "emission",
    "broker",
    "drain",
    "housekeeping",
  ]);
  for (const [index, name] of functionNames.entries()) {
    const [word, file] = said[name];
    const place = failures[index]?.stack[0];
    expect(place?.at.split(":")[0], name).toBe(file);
    expect(place?.source, name).toContain(word);
  }
}, 300_000);

test("a release that is no commit of the checkout is refused, and lines without a stack are ignored", async () => {
  const unknown = log.replaceAll(release, "0123456789ab");
  expect((await stack(unknown, 1)).stderr).toContain(
    "no checkout that has the commit 0123456789ab",
  );
  const line = { at: "2027-01-01T00:00:00Z", level: "info", event: "admin.done", release };
  expect(JSON.parse((await stack(`${JSON.stringify(line)}\nREPORT 1`)).stdout)).toEqual({
    failures: [],
  });
}, 60_000);

test("a stack is read together with those of its causes, for functions and servers", () => {
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
  expect(failure?.program).toBeNull();
});
