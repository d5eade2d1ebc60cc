import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser } from "../browsers/open-browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** Where to leave pictures of every page, for people to look at. */
const pictures = process.env["PICTURES"];

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export const phoneOf = (width: number, height: number): BrowserContextOptions => ({
  viewport: { width, height },
  isMobile: true,
});

/** A browser for our pages, and the rules for every one of them. */
export interface PageChecks {
  /** A page in its own context, in which the browser must not report anything. */
  withPage(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void>;
  /** One window for many pages in turn, each with only the given cookies. */
  openWindow(options: BrowserContextOptions): Promise<PageWindow>;
  /** Nothing overflows, no word of a table is split, and axe finds nothing. Saves a picture of this name. */
  expectReadable(page: Page, name: string): Promise<void>;
  /** The same, and it is no more than 60 KB. */
  expectSound(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PageWindow {
  /** Like `withPage`, because a separate context costs more than most pages. */
  visit(cookies: Cookies, visit: (page: Page) => Promise<void>): Promise<void>;
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/** Words of a table that are split, and copyable text that is not fully visible. */
const parted = `(() => {
  const found = [];
  for (const cell of document.querySelectorAll(".list td, .list tbody th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      for (const { index, 0: word } of text.data.matchAll(/(?<!\\S)\\p{L}{2,12}(?!\\S)/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    }
  }
  for (const { scrollWidth, clientWidth, textContent } of document.querySelectorAll(".copied pre")) {
    if (scrollWidth > clientWidth) found.push(textContent);
  }
  return found;
})()`;

/** Links and buttons that are too low for a finger or an unsteady hand, with their heights. */
export const lowControls = `[...document.querySelectorAll("a[href], button, summary, select")]
  .filter((at) => at.checkVisibility() && at.getBoundingClientRect().height < 24)
  .map((at) => at.getBoundingClientRect().height + " " + at.outerHTML.slice(0, 200))`;

export async function openPageChecks(): Promise<PageChecks> {
  const { browser, close } = await openBrowser();
  const axeSource = `globalThis.loadAxe = () => { ${await readFile(axe, "utf8")}\n};`;
  const openContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: "es-CL", ...options });
    // The content security policy stops a page from loading axe, so it goes in through the debugger. That costs more
    // than most pages, so it is done only for pages that are checked.
    await context.addInitScript(axeSource);
    return context;
  };
  return {
    withPage: async (options, visit) => {
      const context = await openContext(options);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      try {
        await visit(page);
      } finally {
        await context.close();
      }
      expect(complaints).toEqual([]);
    },
    openWindow: async (options) => {
      const context = await openContext(options);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      return {
        visit: async (cookies, visit) => {
          complaints.length = 0;
          await context.clearCookies();
          await context.addCookies(cookies);
          await visit(page);
          expect(complaints).toEqual([]);
        },
      };
    },
    expectReadable,
    expectSound: async (page, name) => {
      await expectReadable(page, name);
      expect((await page.content()).length).toBeLessThan(60 * 1024);
    },
    close,
  };
}

async function expectReadable(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) {
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  }
  expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  expect(await page.evaluate<string[]>(parted)).toEqual([]);
  const results = await page.evaluate<AxeResults>(
    "globalThis.axe ?? loadAxe(); axe.run(document, { resultTypes: ['violations'] })",
  );
  expect(results.passes.length).toBeGreaterThan(5);
  const found = results.violations.map(
    ({ impact, id, help, nodes }) => `${impact}: ${id} ${help} ${nodes[0]?.html}`,
  );
  expect(found).toEqual([]);
}

/** The browser's complaints about a page, including violations of the content security policy. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The status of an answer that is meant to have one.
    const isAnswer = message.text().includes("Failed to load resource");
    if (message.type() === "error" && !isAnswer) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
