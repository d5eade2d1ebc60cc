import type { Locator, Page } from "playwright-core";

/** Somebody who goes by what is to be seen, and whose clicks are counted. Typing is none. */
export interface Walker {
  page: Page;
  clicks(): number;
  /** To a section, by the navigation. */
  section(name: string): Promise<void>;
  /** A link of the page; the first of them that says so. */
  follow(name: string | RegExp): Promise<void>;
  press(name: string | RegExp): Promise<void>;
  /** The link in a list's row that says this. */
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
