import { chromium, type Browser } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { giveUpAfter, type RunningBrowser } from "./launch-browser.ts";

interface ConnectOptions {
  endpoint: string;
  addresses: readonly string[];
}

const connectLimitMs = 20_000;
const closeLimitMs = 5_000;

/** A browser that somebody else keeps running: a job has a context of its own there, no process. */
export async function connectBrowser(options: ConnectOptions): Promise<RunningBrowser> {
  const browser = await connect(options.endpoint);
  return {
    browser,
    pid: 0,
    folder: null,
    confinement: null,
    contextOptions: { proxy: wallFor(options.addresses) },
    close: () => giveUpAfter(closeLimitMs, browser.close()),
  };
}

/**
 * Resolver rules are a matter of the start, which was not ours: here all but the portal's addresses go
 * to a proxy that there is not, redirects and workers too. By itself a browser would spare its own
 * machine's names.
 */
function wallFor(addresses: readonly string[]): { server: string; bypass: string } {
  return { server: "http://refused.invalid:1", bypass: ["<-loopback>", ...addresses].join(",") };
}

async function connect(endpoint: string): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(endpoint, { timeout: connectLimitMs });
  } catch {
    // The failure's own text prints the endpoint, which may hold a token.
    const cause = new Error("the remote browser does not answer");
    throw new AppError("service_unavailable", { cause });
  }
}
