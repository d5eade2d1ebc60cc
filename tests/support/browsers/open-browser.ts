import type { Browser } from "playwright-core";
import { launchBrowser } from "#lib/browser/index.ts";

export interface OpenedBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/** For pages that people see: the product's own browser, started as the workers start it. */
export async function openBrowser(): Promise<OpenedBrowser> {
  const chromiumPath = process.env["CHROMIUM_PATH"];
  const hosts = ["127.0.0.1", "localhost"];
  return launchBrowser({ hosts, chromiumPath, singleProcess: false });
}
