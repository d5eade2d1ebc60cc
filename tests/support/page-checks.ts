import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser } from "./chromium.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** Where to leave pictures of every page, for people to look at. */
const pictures = process.env["PICTURES"];

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export const phoneOf = (width: number, height: number): BrowserContextOptions => ({
  viewport: { width, height },
  isMobile: true,
});

/** A browser for pages of ours, and what holds for every one of them. */
export interface PageChecks {
  /** A page in a context of its own, about which the browser has nothing to complain of. */
  withPage(
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<void>;
  /** Nothing sticks out, axe finds nothing, and it is no more than 60 KB. Leaves a picture of this name. */
  expectSound(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPageChecks(): Promise<PageChecks> {
  const { browser, close } = await openBrowser();
  const axeSource = await readFile(axe, "utf8");
  return {
    withPage: async (options, visit, prepare) => {
      const context = await browser.newContext({ locale: "es-CL", ...options });
      await prepare?.(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        // The status of an answer that is meant to be one.
        const isAnswer = message.text().includes("Failed to load resource");
        if (message.type() === "error" && !isAnswer) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      try {
        await visit(page);
      } finally {
        await context.close();
      }
      // A word against the content security policy would be among them.
      expect(complaints).toEqual([]);
    },
    expectSound: async (page, name) => {
      if (pictures !== undefined) {
        await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
      }
      expect((await page.content()).length).toBeLessThan(60 * 1024);
      expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
      // The content security policy keeps the page from loading axe: it is run by the debugger.
      await page.evaluate(axeSource);
      const results = await page.evaluate<AxeResults>("axe.run(document)");
      expect(results.passes.length).toBeGreaterThan(5);
      const found = results.violations.map(
        ({ impact, id, help, nodes }) => `${impact}: ${id} ${help} ${nodes[0]?.html}`,
      );
      expect(found).toEqual([]);
    },
    close,
  };
}
