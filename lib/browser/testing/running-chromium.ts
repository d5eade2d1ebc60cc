import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browserArguments, packagedArguments } from "../process/browser-arguments.ts";
import { findChromium } from "../process/find-chromium.ts";

/** A browser that somebody else keeps running, with its debugging port open. */
export interface RunningChromium {
  endpoint: string;
  /** The pages that it shows now. */
  pages(): Promise<string[]>;
  close(): Promise<void>;
}

/** What Playwright starts a browser with: no scrollbars, a mouse, and no background activity. */
const quiet = [
  "--headless",
  "--hide-scrollbars",
  "--mute-audio",
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
  "--no-sandbox",
  "--disable-field-trial-config",
  "--disable-back-forward-cache",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-component-extensions-with-background-pages",
  "--disable-dev-shm-usage",
  "--disable-extensions",
  "--disable-features=PaintHolding,OptimizationHints,MediaRouter",
  "--disable-hang-monitor",
  "--disable-ipc-flooding-protection",
  "--disable-stack-profiler",
  "--metrics-recording-only",
];

/** A killed process leaves no browser: its end of this pipe closes in any case. */
const untilLeft = 'folder=$1; shift; "$@" & read -r _; kill -s KILL $!; wait; rm -rf "$folder"';

export async function startRunningChromium(): Promise<RunningChromium> {
  const found = await findChromium();
  const profile = await mkdtemp(join(tmpdir(), "connect-remote-browser-"));
  const packaged = await packagedArguments();
  const ours = browserArguments({
    packaged,
    hosts: ["127.0.0.1", "localhost"],
    singleProcess: false,
    // It has no sandbox, but this starts its zygote; without one, each page's process starts from
    // scratch.
    sandbox: true,
  });
  const own = ["--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(
    "/bin/sh",
    ["-c", untilLeft, "sh", profile, found.path, ...quiet, ...ours, ...own],
    {
      env: { PATH: "/usr/bin:/bin", HOME: profile, TMPDIR: profile, ...found.environment },
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    },
  );
  const ended = once(child, "exit");
  const listening = Promise.withResolvers<string>();
  createInterface(child.stderr).on("line", (line) => {
    const [, host] = /^DevTools listening on ws:\/\/([^/]+)\//.exec(line) ?? [];
    if (host !== undefined) listening.resolve(host);
  });
  void ended.then(() => listening.reject(new Error("the browser ended")));
  const endpoint = `http://${await listening.promise}`;
  return {
    endpoint,
    pages: async () => {
      const response = await fetch(`${endpoint}/json/list`);
      const targets = (await response.json()) as { type: string; url: string }[];
      return targets.filter(({ type }) => type === "page").map(({ url }) => url);
    },
    close: async () => {
      child.stdin.end();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
