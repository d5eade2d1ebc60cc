import type { BrowserChoice } from "#lib/browser/index.ts";
import { startRunningChromium } from "#lib/browser/testing/running-chromium.ts";

let started: Promise<BrowserChoice> | null = null;

/**
 * One browser for all the portals that a test process visits: starting one costs more than most
 * visits. What tests of starting, ending and killing look at has a browser of its own.
 */
export function sharedBrowser(): Promise<BrowserChoice> {
  started ??= startRunningChromium().then(({ endpoint }) => ({ kind: "remote", endpoint }));
  return started;
}
