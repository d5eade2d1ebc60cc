import { chromium, type Page } from "playwright-core";
import type { Chromium } from "#lib/browser/index.ts";

export interface FloorVisit {
  chromium: Chromium;
  portalUrl: string;
  rut: string;
  clave: string;
  empresa: string;
  /** AAAAMM */
  month: string;
}

/**
 * A script written by hand to see these rows: no frames, no guards, nothing stored. It logs in, chooses the company,
 * requests each account's month, turns the sheets, and logs out.
 */
export async function printMovements(
  visit: FloorVisit,
  print: (row: string) => void,
): Promise<void> {
  const { portalUrl } = visit;
  const { path: executablePath, environment } = visit.chromium;
  const env = { ...process.env, ...environment };
  const browser = await chromium.launch({ executablePath, env, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(portalUrl, { waitUntil: "commit" });
    await page.fill("#rut", visit.rut);
    await page.fill("#clave", visit.clave);
    await page.click("[type=submit]");
    const company = page.locator("tr", { hasText: visit.empresa });
    await company.locator("[type=submit]").click();
    await page.waitForURL("**/inicio");
    await page.goto(`${portalUrl}/cartola`, { waitUntil: "domcontentloaded" });
    const accounts = await page.locator("#cuenta option").count();
    for (let account = 0; account < accounts; account++) {
      if (account > 0) await page.goto(`${portalUrl}/cartola`, { waitUntil: "domcontentloaded" });
      await printStatement(page, account, visit.month, print);
    }
    await page.goto(`${portalUrl}/salir`, { waitUntil: "commit" });
  } finally {
    await browser.close();
  }
}

async function printStatement(
  page: Page,
  account: number,
  month: string,
  print: (row: string) => void,
): Promise<void> {
  const ask = `document.querySelector("#cuenta").selectedIndex = ${account};
    document.querySelector("#periodo").value = "${month}";
    document.querySelector("form[name=consulta] [type=submit]").click();`;
  await arrive(page, ask);
  for (;;) {
    const sheet = await page.evaluate<{ rows: string[]; more: boolean }>(readSheet);
    sheet.rows.forEach(print);
    if (!sheet.more) return;
    await arrive(page, `(${nextLink}).click()`);
  }
}

async function arrive(page: Page, act: string): Promise<void> {
  await Promise.all([
    page.waitForNavigation({ waitUntil: "domcontentloaded" }),
    page.evaluate(act),
  ]);
}

const nextLink = `[...document.querySelectorAll("a")].find((a) => a.textContent.trim() === "Siguiente")`;
const readSheet = `({
  rows: [...document.querySelectorAll("table.datos tr")]
    .filter((row) => row.querySelector("td"))
    .map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join("|")),
  more: ${nextLink} !== undefined,
})`;
