import { readdirSync, readFileSync } from "node:fs";
import { afterEach } from "vitest";
import { openSession, type BrowserSession, type SessionOptions } from "../open-session.ts";
import { startLocalSite, type LocalSite } from "./local-site.ts";

export type Pages = Parameters<typeof startLocalSite>[0];

export interface BrowserBench {
  site(pages: Pages): Promise<LocalSite>;
  session(baseUrl: string, options?: Partial<SessionOptions>): Promise<BrowserSession>;
}

/** Sites and sessions of one test file, each closed at the end of its test. */
export function browserBench(): BrowserBench {
  const cleanup: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of cleanup.splice(0).toReversed()) await end();
  });
  return {
    async site(pages) {
      const started = await startLocalSite(pages);
      cleanup.push(() => started.close());
      return started;
    },
    async session(baseUrl, options = {}) {
      const signal = AbortSignal.timeout(60_000);
      const opened = await openSession({ baseUrl, signal, ...options });
      cleanup.push(() => opened.close());
      return opened;
    },
  };
}

export function page(body: string): string {
  return `<!doctype html><title>x</title><body>${body}</body>`;
}

/** Everything that a log could print of an error. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.message, error.stack, described(error.cause ?? "")].join("\n");
}

/** Running processes of the group; a zombie does not count. */
export function runningInGroup(group: number): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [state, , pgid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(pgid) === group && state !== "Z";
    } catch {
      return false;
    }
  });
}
