import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { browserArguments, packagedArguments } from "./browser-arguments.ts";
import type { Chromium } from "./chromium.ts";
import { crashed, startFailure } from "./failures.ts";
import { findChromium } from "./find-chromium.ts";
import { browserPidOf, createJobFolder, removeJobFolder, sweepJobFolders } from "./job-folder.ts";
import { killGroup } from "./process-group.ts";

interface LaunchOptions {
  /** What the browser can reach: the portal's hosts, with a port or for any. */
  hosts: readonly string[];
  /** A browser to use in place of the packaged one. */
  chromiumPath?: string | undefined;
  /** By default only inside Lambda, where the packaged binary cannot start otherwise. */
  singleProcess?: boolean;
  /** With a window, on the display that the worker's environment names. */
  headed?: boolean;
}

export interface RunningBrowser {
  browser: Browser;
  /** The leader of the browser's process group; 0 for a browser that this process did not start. */
  pid: number;
  /** Where it works; null for a browser that this process did not start. */
  folder: string | null;
  /** What this browser's contexts need beyond what all of them have. */
  contextOptions: BrowserContextOptions;
  /** Kills the whole group and removes the folder. Never throws, never waits long. */
  close(): Promise<void>;
}

const launchLimitMs = 20_000;
const closeLimitMs = 2_000;
let swept: Promise<void> | null = null;

/** One browser for one job: a fresh profile in a folder of its own, no more rights than needed. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const found = await findChromium(options.chromiumPath);
  swept ??= sweepJobFolders();
  await swept;
  try {
    return await startBrowser(found, options);
  } catch (error) {
    // About one start in a thousand crashes. It has seen no page yet: a second one is safe.
    if (!crashed(error)) throw notStarted(found, error);
  }
  return startBrowser(found, options).catch((error: unknown) => {
    throw notStarted(found, error);
  });
}

function notStarted(found: Chromium, error: unknown): AppError {
  return new AppError("service_unavailable", { cause: startFailure(found.path, error) });
}

async function startBrowser(found: Chromium, options: LaunchOptions): Promise<RunningBrowser> {
  const folder = await createJobFolder();
  try {
    const browser = await chromium.launch({
      executablePath: await startScript(folder, found),
      args: await argumentsFor(found, options),
      headless: options.headed !== true,
      env: { ...environmentFor(folder, found), ...(options.headed === true && display()) },
      downloadsPath: folder,
      timeout: launchLimitMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const pid = (await browserPidOf(folder)) ?? 0;
    const close = (): Promise<void> => end(browser, folder);
    return { browser, pid, folder, contextOptions: {}, close };
  } catch (error) {
    await end(null, folder);
    throw error;
  }
}

/**
 * Written per job: it notes the process, forbids core dumps (which would hold the credential) and
 * puts the profile into the job's folder. `exec` keeps pid and group.
 */
async function startScript(folder: string, found: Chromium): Promise<string> {
  const script = join(folder, "start");
  const lines = [
    "#!/bin/sh",
    "ulimit -c 0",
    `cd ${quoted(folder)}`,
    "echo $$ > pid",
    "for argument do",
    "  shift",
    '  case "$argument" in',
    `    --user-data-dir=*) set -- "$@" --user-data-dir=${quoted(join(folder, "profile"))} ;;`,
    '    *) set -- "$@" "$argument" ;;',
    "  esac",
    "done",
    `exec ${quoted(found.path)} "$@"`,
    "",
  ];
  await writeFile(script, lines.join("\n"), { mode: 0o700 });
  return script;
}

async function argumentsFor(found: Chromium, options: LaunchOptions): Promise<string[]> {
  const packaged = found.packaged ? await packagedArguments() : [];
  const inLambda = process.env["AWS_LAMBDA_FUNCTION_NAME"] !== undefined;
  return browserArguments({
    packaged,
    hosts: options.hosts,
    singleProcess: options.singleProcess ?? (found.packaged && inLambda),
  });
}

/** Nothing of the worker's own environment, which holds its secrets. */
function environmentFor(folder: string, found: Chromium): Record<string, string> {
  const own = { PATH: "/usr/bin:/bin", LANG: "es_CL.UTF-8", HOME: folder, TMPDIR: folder };
  return { ...own, ...found.environment };
}

/** What a window needs, and nothing else of the environment. */
function display(): Record<string, string> {
  const names = ["DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"];
  const given = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

/** There is nothing to save: killing is quicker than closing, and a hung browser dies as well. */
async function end(browser: Browser | null, folder: string): Promise<void> {
  const pid = await browserPidOf(folder);
  if (pid !== null) killGroup(pid);
  if (browser !== null) await giveUpAfter(closeLimitMs, browser.close());
  await removeJobFolder(folder);
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Waits for work whose failure changes nothing, and no longer than this. */
export async function giveUpAfter(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([done, limit.promise]);
  clearTimeout(timer);
}
