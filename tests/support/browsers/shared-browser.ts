import type { BrowserChoice } from "#lib/browser/index.ts";
import { startRunningChromium } from "#lib/browser/testing/running-chromium.ts";

let started: Promise<BrowserChoice> | null = null;

/**
 * One browser for all the portals that a test process visits, because starting one costs more than most visits. Tests
 * of starting, ending and killing use their own browser.
 */
export function sharedBrowser(): Promise<BrowserChoice> {
  started ??= startRunningChromium().then(({ endpoint }) => ({ kind: "remote", endpoint }));
  return started;
}
