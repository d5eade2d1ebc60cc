import type { ReadinessCheck } from "#functions/api/readiness.ts";
import { checkBrowser, startFailureReason, type BrowserChoice } from "#lib/browser/index.ts";
import { isRecent, type Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

interface BrowserSettings {
  /** The systems that are visited from this machine. */
  systems: readonly string[];
  choices: ReadonlyMap<string, BrowserChoice>;
  chromiumPath: string | undefined;
}

interface BrowserWatch {
  /** What keeps a browser from working, in words; null if all of them work. */
  problem(): Promise<string | null>;
  /** What the tested browsers are not isolated from, in words. */
  exposed(): string | null;
  readiness: ReadinessCheck;
  stop(): Promise<void>;
}

interface Tried {
  problem: string | null;
  exposed: string | null;
}

interface Started {
  setting: string | null;
  chromiumPath?: string | undefined;
  browser?: BrowserChoice;
}

/** Anybody may call the readiness check, so it must not start a browser each time. */
const oldAfterMs = 60_000;
const limitMs = 30_000;
const startWaitMs = 10_000;

/** Whether the browsers of this machine can do what a login needs. */
export function watchBrowsers(settings: BrowserSettings, clock: Clock): BrowserWatch {
  const browsers = startedBrowsers(settings);
  const stopped = new AbortController();
  let last: (Tried & { at: number }) | null = null;
  let looking: Promise<string | null> | null = null;

  async function startEach(): Promise<string | null> {
    const found: Tried = { problem: null, exposed: null };
    for (const browser of browsers) {
      const { problem, exposed } = await tryBrowser(browser, stopped.signal);
      found.problem ??= problem;
      found.exposed ??= exposed;
    }
    last = { ...found, at: clock.now().getTime() };
    looking = null;
    return found.problem;
  }

  async function problem(): Promise<string | null> {
    const isFresh = last !== null && isRecent(last.at, clock.now().getTime(), oldAfterMs);
    if (!isFresh && !stopped.signal.aborted) looking ??= startEach();
    return last === null ? looking : last.problem;
  }

  return {
    problem,
    exposed: () => last?.exposed ?? null,
    readiness: {
      name: "browser",
      run: async () => {
        const found = await problem();
        if (found === null) return;
        throw new AppError("service_unavailable", { cause: new Error(found) });
      },
    },
    stop: async () => {
      stopped.abort();
      await looking;
    },
  };
}

/** Reports an error once, as soon as it is known; a slow machine's start does not wait for it long. */
export async function sayProblem(watch: BrowserWatch): Promise<void> {
  const said = watch.problem().then((problem) => {
    const line = problem ?? watch.exposed();
    if (line !== null) process.stderr.write(`${line}\n`);
  });
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, startWaitMs);
  await Promise.race([said, late.promise]);
  clearTimeout(timer);
}

/** A remote browser is nothing that this machine could lack. */
function startedBrowsers({ systems, choices, chromiumPath }: BrowserSettings): Started[] {
  const started: Started[] = [];
  if (systems.some((system) => !choices.has(system))) {
    started.push({ setting: chromiumPath === undefined ? null : "CHROMIUM_PATH", chromiumPath });
  }
  for (const system of systems) {
    const browser = choices.get(system);
    if (browser?.kind !== "installed") continue;
    started.push({ setting: `BROWSER_${system.toUpperCase()}`, browser });
  }
  return started;
}

async function tryBrowser({ setting, ...browser }: Started, stopped: AbortSignal): Promise<Tried> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(limitMs)]);
  const named = setting === null ? "" : `${setting}: `;
  try {
    const exposed = await checkBrowser({ ...browser, signal });
    return { problem: null, exposed: exposed === null ? null : `${named}${exposed}.` };
  } catch (error) {
    // A browser is not to blame if the service is stopping.
    if (stopped.aborted) return { problem: null, exposed: null };
    const problem = `${named}${startFailureReason(error)}. Until that is repaired, no portal can be visited.`;
    return { problem, exposed: null };
  }
}
