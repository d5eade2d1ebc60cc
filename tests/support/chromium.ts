import { chromium, type Browser } from "playwright-core";
import { startRunningChromium } from "#lib/browser/testing/running-chromium.ts";

export interface OpenedBrowser {
  browser: Browser;
  /** Ends what was opened in it: the browser itself goes on. */
  close(): Promise<void>;
}

let started: Promise<Browser> | null = null;

/** For the pages that people see: the product's own browser, started once by a test process. */
export async function openBrowser(): Promise<OpenedBrowser> {
  started ??= startRunningChromium().then(({ endpoint }) => chromium.connectOverCDP(endpoint));
  const browser = await started;
  const before = browser.contexts();
  return {
    browser,
    close: async () => {
      const own = browser.contexts().filter((context) => !before.includes(context));
      await Promise.all(own.map((context) => context.close()));
    },
  };
}
