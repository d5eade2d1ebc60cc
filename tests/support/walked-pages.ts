import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PageState } from "./page-state.ts";

/** What a page was when it was walked. */
export interface WalkedPage {
  route: string;
  hasList: boolean;
  isEmpty: boolean;
  hasForm: boolean;
  isRefused: boolean;
}

export async function walkedPage(page: Page, { route }: PageState): Promise<WalkedPage> {
  const has = async (selector: string) => (await page.locator(`main ${selector}`).count()) > 0;
  return {
    route,
    hasList: await has("table"),
    isEmpty: await has(".empty"),
    hasForm: await has("form[method=post]"),
    isRefused:
      (await has(":is([role=alert], [aria-invalid=true])")) ||
      (await page.getByRole("heading", { name: "Cambió mientras editabas" }).count()) > 0,
  };
}

/** Routes of the pages that were met so, and of those that are meant to be and were not. */
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
