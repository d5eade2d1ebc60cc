import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { launchBrowser } from "#lib/browser/index.ts";
import { runningInGroup } from "#lib/browser/testing/browser-bench.ts";
import { refusesItsSandbox, standInBrowser } from "#tests/support/browsers/stand-in-browser.ts";

/** ASVS 13.3.1, 13.4.1: the part that shows a hostile page holds no secret, and can read none. */
const mark = "marca-5f0d";
const namespaces = ["--user", "--map-current-user", "--pid", "--fork", "--mount-proc"];
const machineAllowsIt = spawnSync("unshare", [...namespaces, "true"]).status === 0;
const isRoot = process.getuid?.() === 0;
const users = isRoot ? [0, 12_345] : [process.getuid?.() ?? 0];

let folder: string;
let chrome: string;
let copies: string;
const workers: ReturnType<typeof spawn>[] = [];

/** A browser that first copies the environment of every process it can inspect. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "connect-stand-in-"));
  chmodSync(folder, 0o755);
  copies = join(folder, "copies");
  chrome = await standInBrowser([
    `printf '%s\\n' "$*" >> ${copies}`,
    `for one in /proc/[0-9]*/environ; do cat "$one" >> ${copies} 2>/dev/null; done`,
  ]);
}, 60_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.kill("SIGKILL");
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A worker with secrets in its environment, as another user of this machine, with that browser. */
async function worker(uid: number) {
  const temporary = mkdtempSync(join(tmpdir(), "connect-worker-"));
  writeFileSync(copies, "");
  chmodSync(copies, 0o666);
  if (isRoot) chownSync(temporary, uid, uid);
  // The browser runs as its own user, who must be able to enter this folder.
  chmodSync(temporary, 0o711);
  const script = join(import.meta.dirname, "../../lib/browser/testing/launch-and-wait.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, chrome], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env["PATH"], TMPDIR: temporary, HOME: temporary, SERVICE_SECRET: mark },
    stdio: ["ignore", "pipe", "inherit"],
    ...(isRoot && { uid, gid: uid }),
  });
  workers.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const said = JSON.parse(line.toString()) as { pid: number; exposed: string | null };
  return { ...said, child, temporary };
}

test.each(users)("a browser of a worker of user %i finds no secret in any process", async (uid) => {
  const { pid, exposed, child, temporary } = await worker(uid);
  const read = readFileSync(copies, "utf8");
  expect(read).toContain("LANG=es_CL.UTF-8");
  if (exposed !== null) {
    process.stderr.write(`\n!!! NOT TESTED HERE: ${exposed} !!!\n\n`);
    expect(machineAllowsIt).toBe(false);
    expect(process.env["BARE_REQUIRED"], "CI skips nothing").not.toBe("yes");
    return;
  }
  expect(read).not.toContain(mark);
  expect(read).not.toContain("--no-sandbox");
  const renderers = runningInGroup(pid).filter((one) => commandOf(one).includes("--type=renderer"));
  expect(renderers.length).toBeGreaterThan(0);
  for (const one of renderers) {
    expect(readFileSync(`/proc/${one}/status`, "utf8")).toMatch(/^Seccomp:\s+2$/m);
    expect(readFileSync(`/proc/${one}/limits`, "utf8")).toMatch(/Max core file size\s+0\s+0/);
  }
  child.kill("SIGKILL");
  await vi.waitFor(() => expect(runningInGroup(pid)).toEqual([]), 5_000);
  rmSync(temporary, { recursive: true, force: true });
});

test("a machine without a sandbox is reported, and nothing starts where a sandbox is required", async () => {
  const refusing = await standInBrowser(refusesItsSandbox);
  const start = (confinement: "required" | "preferred") =>
    launchBrowser({ hosts: [], chromiumPath: refusing, confinement });
  const line = expect.stringMatching(
    /^The browser runs without its sandbox.*: this machine allows/,
  );
  const refused = { code: "service_unavailable", cause: { message: line } };
  await expect(start("required")).rejects.toMatchObject(refused);
  const running = await start("preferred");
  expect(running.confinement?.sandbox).toBe(false);
  await running.close();
  await expect(start("required")).rejects.toMatchObject(refused);
});

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
