import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserArguments } from "./browser-arguments.ts";
import { findChromium } from "./find-chromium.ts";
import { createJobFolder, sweepJobFolders } from "./job-folder.ts";
import { launchBrowser } from "./launch-browser.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "connect-kit-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the browser runs without weakening arguments, and without the worker's secrets", async () => {
  process.env["CONNECT_TEST_SECRET"] = "marca-9f2c";
  const running = await launchBrowser({ hosts: ["127.0.0.1"] });
  try {
    const command = readFileSync(`/proc/${running.pid}/cmdline`, "utf8").split("\0");
    const environment = readFileSync(`/proc/${running.pid}/environ`, "utf8");
    const limits = readFileSync(`/proc/${running.pid}/limits`, "utf8");
    for (const flag of [
      "--disable-web-security",
      "--allow-running-insecure-content",
      "--disable-site-isolation-trials",
      "--single-process",
      "--use-angle",
      "--no-sandbox",
      "--no-zygote",
    ]) {
      expect(command.join("\n")).not.toContain(flag);
    }
    expect(command.find((text) => text.includes("site-per-process"))).toBeUndefined();
    expect(command).toContain("--disable-breakpad");
    expect(command).toContain(`--user-data-dir=${running.folder}/home/profile`);
    expect(environment).not.toContain("marca-9f2c");
    expect(limits).toMatch(/Max core file size\s+0\s+0/);
  } finally {
    delete process.env["CONNECT_TEST_SECRET"];
    await running.close();
  }
});

test("what its graphics thread will set is in its environment from the start", async () => {
  const { path, environment } = await findChromium();
  const [name, file = ""] =
    Object.entries(environment).find(([key]) => key.startsWith("VK_")) ?? [];
  expect(existsSync(file)).toBe(true);
  // Another release may set another variable: then one start in some hundreds crashes again.
  const asked = spawn("grep", ["--quiet", "--fixed-strings", `${name}`, path]);
  expect(await once(asked, "exit")).toEqual([0, null]);
  const running = await launchBrowser({ hosts: ["127.0.0.1"] });
  try {
    const own = readFileSync(`/proc/${running.pid}/environ`, "utf8").split("\0");
    expect(own).toContain(`${name}=${file}`);
  } finally {
    await running.close();
  }
});

test("single-process mode is used only when asked for", () => {
  const packaged = ["--single-process", "--mute-audio"];
  const asked = { packaged, hosts: ["a.example"], sandbox: false };
  expect(browserArguments({ ...asked, singleProcess: false })).not.toContain("--single-process");
  expect(browserArguments({ ...asked, singleProcess: true })).toContain("--single-process");
});

test("an installed browser is used where the packaged one does not run", async () => {
  const chrome = join(folder, "chrome");
  writeFileSync(chrome, "#!/bin/sh\n", { mode: 0o755 });
  const laptop = { platform: "darwin", arch: "arm64", installed: ["/nowhere", chrome] } as const;
  const found = { path: chrome, packaged: false, environment: {} };
  expect(await findChromium(undefined, laptop)).toEqual(found);
  expect(await findChromium(chrome)).toEqual(found);
});

test("a browser that crashes as it starts is started once more, and only once", async () => {
  const { path, environment } = await findChromium();
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const starts = join(folder, "starts");
  const dying = (times: number): string => {
    const chrome = join(folder, `chrome-${times}`);
    const script = [
      "#!/bin/sh",
      `echo started >> ${starts}`,
      // The first process of a namespace ignores signals from inside; a real crash comes from the
      // kernel.
      `[ "$(wc -l < ${starts})" -le ${times} ] && exec ${process.execPath} -e "process.abort()" 2>/dev/null`,
      `exec env ${settings.join(" ")} ${path} --no-sandbox "$@"`,
    ];
    writeFileSync(chrome, `${script.join("\n")}\n`, { mode: 0o755 });
    writeFileSync(starts, "");
    return chrome;
  };
  const running = await launchBrowser({ hosts: [], chromiumPath: dying(1) });
  await running.close();
  expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
  await expect(launchBrowser({ hosts: [], chromiumPath: dying(9) })).rejects.toMatchObject({
    code: "service_unavailable",
    cause: { message: expect.stringMatching(/SIG(SEGV|ABRT|TRAP|ILL)/) },
  });
  expect(readFileSync(starts, "utf8").trim().split("\n")).toHaveLength(2);
});

test("a missing browser is one line that says what to install", async () => {
  const bare = { platform: "darwin", arch: "arm64", installed: [] } as const;
  const failed = await findChromium(undefined, bare).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: "service_unavailable",
    cause: {
      message:
        "No browser for darwin arm64: install Google Chrome, or set CHROMIUM_PATH to a Chromium",
    },
  });
  await expect(findChromium("/nowhere/chrome")).rejects.toMatchObject({
    cause: { message: "/nowhere/chrome is not an executable file" },
  });
});

test("a browser that does not start is reported with its own last words", async () => {
  const chrome = join(folder, "chrome");
  const words = "chrome: error while loading shared libraries: libnss3.so: cannot open it";
  writeFileSync(chrome, `#!/bin/sh\necho '${words}' >&2\nexit 127\n`, { mode: 0o755 });
  const start = () => launchBrowser({ hosts: [], chromiumPath: chrome });
  await expect(start()).rejects.toMatchObject({
    code: "service_unavailable",
    cause: { message: `The browser ${chrome} does not start: ${words}` },
  });
  writeFileSync(chrome, "#!/bin/sh\nexit 3\n");
  await expect(start()).rejects.toMatchObject({
    cause: { message: `The browser ${chrome} does not start: exitCode=3, signal=null` },
  });
});

test("a killed worker takes its browser along, and the next one cleans up", async () => {
  const worker = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "../testing/launch-and-wait.ts")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(worker.stdout, "data")) as [Buffer];
  const { pid, folder: left } = JSON.parse(line.toString()) as { pid: number; folder: string };
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^(Z|gone)$/), 5_000);
  expect(existsSync(left)).toBe(true);
  await sweepJobFolders();
  expect(existsSync(left)).toBe(false);
}, 30_000);

test("sweeping leaves the folders of running browsers alone", async () => {
  const mine = await createJobFolder(folder);
  await sweepJobFolders(folder);
  expect(existsSync(mine)).toBe(true);
});

/** Its files have names that are too long to be named from outside: nobody can remove it that way. */
function makeStubborn(parent: string): void {
  const name = "x".repeat(200);
  const dig = `for _ in $(seq 30); do mkdir ${name} && cd ${name} || exit 1; done`;
  execFileSync("/bin/bash", ["-c", dig], { cwd: parent });
}

function removeStubborn(parent: string): void {
  execFileSync("/bin/rm", ["-rf", parent]);
}

test("what cannot be removed keeps nothing else, and no browser, from being used", async () => {
  const gone = new Date(0);
  const stubborn = strangersFolder("connect-browser-4194305-77-a", gone);
  const left = strangersFolder("connect-browser-4194305-77-b", gone);
  makeStubborn(stubborn);
  utimesSync(stubborn, gone, gone);
  try {
    await sweepJobFolders(folder);
    expect(existsSync(left)).toBe(false);
  } finally {
    removeStubborn(stubborn);
  }
  await sweepJobFolders(join(folder, "nowhere"));
});

test("closing a browser never throws, even if its folder cannot be removed", async () => {
  const running = await launchBrowser({ hosts: ["127.0.0.1"] });
  const left = running.folder ?? "";
  makeStubborn(left);
  try {
    await running.close();
    expect(stateOf(running.pid)).toMatch(/^(Z|gone)$/);
  } finally {
    removeStubborn(left);
  }
});

/** As left by a container that shares this folder: its processes have ids that nobody has here. */
function strangersFolder(name: string, changedAt: Date): string {
  const left = join(folder, name);
  mkdirSync(left);
  utimesSync(left, changedAt, changedAt);
  return left;
}

test("a folder whose processes cannot be seen from here stays for a day", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const running = strangersFolder("connect-browser-4194305-77-running", hoursAgo(23));
  const left = strangersFolder("connect-browser-4194305-77-left", hoursAgo(25));
  await sweepJobFolders(folder);
  expect(existsSync(running)).toBe(true);
  expect(existsSync(left)).toBe(false);
});

function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  } catch {
    return "gone";
  }
}
