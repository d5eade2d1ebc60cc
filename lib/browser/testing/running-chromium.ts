import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findChromium } from "../find-chromium.ts";

/** A browser that somebody else keeps running, with its debugging port open. */
export interface RunningChromium {
  endpoint: string;
  /** The pages that it shows now. */
  pages(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startRunningChromium(): Promise<RunningChromium> {
  const found = await findChromium();
  const profile = await mkdtemp(join(tmpdir(), "connect-remote-browser-"));
  const child = spawn(
    found.path,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    {
      env: { PATH: "/usr/bin:/bin", HOME: profile, ...found.environment },
      stdio: ["ignore", "ignore", "pipe"],
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
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
