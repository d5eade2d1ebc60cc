import type { Page } from "playwright-core";
import type { Someone } from "./dashboard-scene.ts";

/** A page as somebody meets it: empty, full, or with what went wrong. */
export interface PageState {
  /** The route that it is a page of. */
  route: string;
  who?: () => Someone;
  path?: () => string;
  act?: (page: Page) => Promise<void>;
  heading: string;
}

/** Fills the fields, and presses the button that says so, or the first. */
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
