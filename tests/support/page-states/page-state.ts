import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Someone } from "../scenes/dashboard-scene.ts";

/** A page as somebody sees it: empty, full, or with an error. */
export interface PageState {
  /** Its route. */
  route: string;
  who?: () => Someone;
  path?: () => string;
  act?: (page: Page) => Promise<void>;
  heading: string;
}

/** One evaluation of ours: Playwright's own wait injects its toolbox, which costs more than the page. */
export async function expectHeading(page: Page, heading: string): Promise<void> {
  const shown = `[...document.querySelectorAll("h1, h2, h3")].flatMap((one) =>
    one.checkVisibility() ? [one.textContent] : [])`;
  await expect
    .poll(() => page.evaluate<string[]>(shown))
    .toContainEqual(expect.stringContaining(heading));
}

/** Fills in the fields, and presses the button with this label, or the first. */
export async function typeIn(
  page: Page,
  fields: Record<string, string>,
  button?: string,
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`main input[name=${name}]`).fill(value);
  }
  const submit = page.locator("main form button[type=submit]");
  await (button === undefined ? submit : submit.filter({ hasText: button })).first().click();
}
