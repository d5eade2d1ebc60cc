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
  withPage(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void>;
  /** One window for many pages, one after another, each with the given cookies and no others. */
  openWindow(options: BrowserContextOptions): Promise<PageWindow>;
  /** Nothing sticks out, no word of a table is parted, and axe finds nothing. Leaves a picture of this name. */
  expectReadable(page: Page, name: string): Promise<void>;
  /** That, and it is no more than 60 KB. */
  expectSound(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PageWindow {
  /** Like `withPage`: a context of its own costs more than most pages. */
  visit(cookies: Cookies, visit: (page: Page) => Promise<void>): Promise<void>;
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/** Words of a table that are parted in the middle, and what is to be copied and not seen whole. */
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

export async function openPageChecks(): Promise<PageChecks> {
  const { browser, close } = await openBrowser();
  const axeSource = `globalThis.loadAxe = () => { ${await readFile(axe, "utf8")}\n};`;
  const openContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: "es-CL", ...options });
    // The content security policy keeps a page from loading axe: the debugger brings it along. To make
    // it is dearer than most pages: only those that are looked at do.
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

/** What the browser says against a page; a word against the content security policy is among it. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The status of an answer that is meant to be one.
    const isAnswer = message.text().includes("Failed to load resource");
    if (message.type() === "error" && !isAnswer) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
