import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PageState } from "./page-state.ts";

/** What a page was like when it was visited. */
export interface WalkedPage {
  route: string;
  hasList: boolean;
  isEmpty: boolean;
  hasForm: boolean;
  isRefused: boolean;
}

export async function walkedPage(page: Page, { route }: PageState): Promise<WalkedPage> {
  const seen = await page.evaluate<Omit<WalkedPage, "route">>(look);
  return { route, ...seen };
}

/** One evaluation for the page: each of Playwright's injects its toolbox, which costs more than the page. */
const look = `(() => {
  const has = (selector) => document.querySelector("main " + selector) !== null;
  const headings = [...document.querySelectorAll("h1, h2, h3")];
  return {
    hasList: has("table"),
    isEmpty: has(".empty"),
    hasForm: has("form[method=post]"),
    isRefused:
      has(":is([role=alert], [aria-invalid=true])") ||
      headings.some(({ textContent }) => textContent.includes("Cambió mientras editabas")),
  };
})()`;

/** Routes of the pages visited in this state, and of those that should have been but were not. */
export function neverMet(
  walked: readonly WalkedPage[],
  meant: (page: WalkedPage) => boolean,
  met: (page: WalkedPage) => boolean,
  exempt: Readonly<Record<string, string>>,
): string[] {
  const routesOf = (fits: (page: WalkedPage) => boolean) =>
    new Set(walked.filter(fits).map(({ route }) => route));
  const missing = routesOf(meant).difference(routesOf(met));
  expect([...missing], "an exemption that is none").toEqual(
    expect.arrayContaining(Object.keys(exempt)),
  );
  return [...missing].filter((route) => !(route in exempt)).toSorted();
}
