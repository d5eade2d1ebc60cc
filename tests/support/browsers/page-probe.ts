import { openSession } from "#lib/browser/index.ts";

export interface Probed {
  typed: string;
  chosen: string;
  width: number;
}

const form = `<!doctype html><input id="campo"><select id="lista"><option>uno<option>dos</select>
  <b>Ñandú</b>`;

/** Bundled and deployed like a worker: shows what the product's browser can do on its machine. */
export async function handler({ singleProcess }: { singleProcess: boolean }): Promise<Probed> {
  const signal = AbortSignal.timeout(60_000);
  const session = await openSession({ baseUrl: "https://nowhere.invalid/", signal, singleProcess });
  try {
    const { page } = session;
    await page.setContent(form);
    await page.fill("#campo", "Ñandú");
    // Opened and chosen as a person would, by mouse and keyboard.
    await page.click("#lista");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const box = await page.locator("b").boundingBox();
    return {
      typed: await page.inputValue("#campo"),
      chosen: await page.inputValue("#lista"),
      width: box?.width ?? 0,
    };
  } finally {
    await session.close();
  }
}
