import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { browserArguments, packagedArguments } from "./browser-arguments.ts";
import { withPipe } from "./browser-pipe.ts";
import type { Chromium } from "./chromium.ts";
import { exposure, shelter, type Confinement } from "./confine.ts";
import { crashed, refusedSandbox, startFailure } from "../failures.ts";
import { findChromium } from "./find-chromium.ts";
import { browserPidOf, createJobFolder, removeJobFolder, sweepJobFolders } from "./job-folder.ts";
import { killGroup } from "./process-group.ts";
import { writeStartScript } from "./start-script.ts";

interface LaunchOptions {
  /** What the browser can reach: the portal's hosts, with a port or for any. */
  hosts: readonly string[];
  /** A browser to use instead of the packaged one. */
  chromiumPath?: string | undefined;
  /** By default only inside Lambda, where the packaged binary cannot start otherwise. */
  singleProcess?: boolean;
  /** With a window, on the display that the worker's environment names. */
  headed?: boolean;
  /** By default "preferred": starts less confined where the machine does not allow more. */
  confinement?: "required" | "preferred" | undefined;
}

export interface RunningBrowser {
  browser: Browser;
  /** The leader of the browser's process group; 0 for a browser that this process did not start. */
  pid: number;
  /** Its working folder; null for a browser that this process did not start. */
  folder: string | null;
  /** Null for a browser that this process did not start. */
  confinement: Confinement | null;
  /** What it says to this process; null for a browser that this process did not start. */
  pipe: Readable | null;
  /** A context with these options in addition to those that all contexts of this browser have. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Kills the whole group and removes the folder. Never throws, never waits long. */
  close(): Promise<void>;
}

const launchLimitMs = 20_000;
const closeLimitMs = 2_000;
let swept: Promise<void> | null = null;
/** Programs that have reported that this machine allows them no sandbox. */
const withoutSandbox = new Set<string>();

/**
 * One browser for one job: a fresh profile in a folder of its own, with no more rights than needed.
 */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const found = await findChromium(options.chromiumPath);
  swept ??= sweepJobFolders();
  await swept;
  try {
    return await startBrowser(found, options);
  } catch (error) {
    if (refusedSandbox(error)) withoutSandbox.add(found.path);
    // It has seen no page yet: a second start is safe.
    else if (!crashed(error)) throw notStarted(found, error);
  }
  return startBrowser(found, options).catch((error: unknown) => {
    throw notStarted(found, error);
  });
}

function notStarted(found: Chromium, error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("service_unavailable", { cause: startFailure(found.path, error) });
}

async function startBrowser(found: Chromium, options: LaunchOptions): Promise<RunningBrowser> {
  const folder = await createJobFolder();
  try {
    const { home, command, confinement } = await confine(found, options, folder);
    const script = await writeStartScript({ folder, home, command });
    const launch = {
      executablePath: script,
      args: await argumentsFor(found, options, confinement.sandbox),
      chromiumSandbox: confinement.sandbox,
      headless: options.headed !== true,
      env: { ...environmentFor(home, found), ...(options.headed === true && display()) },
      downloadsPath: folder,
      timeout: launchLimitMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
    const { made: browser, pipe } = await withPipe(script, () => chromium.launch(launch));
    // Read once: later, a browser of the same user could have written another pid there.
    const pid = (await browserPidOf(folder)) ?? 0;
    const close = (): Promise<void> => end(browser, pid, folder);
    const newContext = (given: BrowserContextOptions) => browser.newContext(given);
    return { browser, pid, folder, confinement, pipe, newContext, close };
  } catch (error) {
    await end(null, await browserPidOf(folder), folder);
    throw error;
  }
}

/** Makes a home for the browser inside the job's folder, and the prefix that confines it. */
async function confine(found: Chromium, options: LaunchOptions, folder: string) {
  const home = join(folder, "home");
  await mkdir(home);
  if (inLambda()) {
    const confinement = { ownUser: false, namespaces: false, sandbox: false };
    return { home, command: [found.path], confinement };
  }
  // A browser with its own user must be able to pass through to its home, and see nothing else.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const { kind, command } = await shelter(found.path, home);
  const isRoot = process.getuid?.() === 0 && !kind.ownUser;
  const sandbox = options.singleProcess !== true && !isRoot && !withoutSandbox.has(found.path);
  const confinement = { ...kind, sandbox };
  const exposed = options.confinement === "required" ? exposure(confinement) : null;
  if (exposed !== null) throw new AppError("service_unavailable", { cause: new Error(exposed) });
  return { home, command: [...command, found.path], confinement };
}

async function argumentsFor(
  found: Chromium,
  options: LaunchOptions,
  sandbox: boolean,
): Promise<string[]> {
  const packaged = found.packaged ? await packagedArguments() : [];
  return browserArguments({
    packaged,
    hosts: options.hosts,
    singleProcess: options.singleProcess ?? (found.packaged && inLambda()),
    sandbox,
  });
}

function inLambda(): boolean {
  return process.env["AWS_LAMBDA_FUNCTION_NAME"] !== undefined;
}

/** Takes nothing from the worker's own environment, which holds its secrets. */
function environmentFor(home: string, found: Chromium): Record<string, string> {
  const own = { PATH: "/usr/bin:/bin", LANG: "es_CL.UTF-8", HOME: home, TMPDIR: home };
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

/** There is nothing to save: killing is quicker than closing, and works on a hung browser too. */
async function end(browser: Browser | null, pid: number | null, folder: string): Promise<void> {
  if (pid !== null && pid !== 0) killGroup(pid);
  if (browser !== null) await giveUpAfter(closeLimitMs, browser.close());
  // Whatever is left only takes space, and a job's outcome must not be lost for it.
  await removeJobFolder(folder).catch(() => undefined);
}

/** Waits for work whose failure changes nothing, but no longer than the limit. */
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
