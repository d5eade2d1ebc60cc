import type { Locator, Page } from "playwright-core";

/** A person who only uses what is visible, and whose clicks are counted. Typing is not counted. */
export interface Walker {
  page: Page;
  clicks(): number;
  /** Opens a section from the navigation. */
  section(name: string): Promise<void>;
  /** Follows the page's first link with this text. */
  follow(name: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  /** Follows the link in the list row with this text. */
  open(row: string | RegExp): Promise<void>;
  type(fields: Record<string, string>): Promise<void>;
}

export function walker(page: Page): Walker {
  let clicks = 0;
  const main = page.locator("main");
  async function click(at: Locator): Promise<void> {
    clicks += 1;
    await at.click();
  }
  return {
    page,
    clicks: () => clicks,
    section: (name) =>
      click(page.getByRole("navigation", { name: "Secciones" }).getByRole("link", { name })),
    follow: (name) => click(main.getByRole("link", { name }).first()),
    press: (name) => click(main.getByRole("button", { name }).first()),
    open: (row) =>
      click(main.getByRole("row").filter({ hasText: row }).first().getByRole("link").first()),
    type: async (fields) => {
      for (const [name, value] of Object.entries(fields)) {
        await main.locator(`input[name=${name}]`).first().fill(value);
      }
    },
  };
}
