import { AppError } from "#lib/kernel/errors/index.ts";
import { exposure } from "./process/confine.ts";
import { startFailureReason } from "./failures.ts";
import { openSession, type BrowserSession, type SessionOptions } from "./open-session.ts";
import { step } from "./step.ts";

type BrowserToCheck = Pick<SessionOptions, "browser" | "chromiumPath" | "signal">;

const nowhere = "https://check.invalid/";
const word = "Ñandú";
const form = `<!doctype html><input><select><option>uno<option>dos</select><b>${word}</b>`;

/**
 * Starts the browser as for a job and shows it what every login page has: without a font it starts,
 * and then crashes. Returns one sentence on what it is not confined from, or null.
 */
export async function checkBrowser(options: BrowserToCheck): Promise<string | null> {
  const session = await openSession({ ...options, baseUrl: nowhere });
  try {
    await step(session, "show a page with a field", () => fillForm(session));
    return session.confinement === null ? null : exposure(session.confinement);
  } catch (error) {
    const reason = startFailureReason(error);
    const line = `The browser starts and cannot show a form (${reason}). It needs a font for that`;
    throw new AppError("service_unavailable", { cause: new Error(line, { cause: error }) });
  } finally {
    await session.close();
  }
}

async function fillForm({ page }: BrowserSession): Promise<void> {
  await page.setContent(form);
  await page.fill("input", word);
  await page.selectOption("select", "dos");
  const shown = await page.locator("b").boundingBox();
  if (shown === null || shown.width === 0) throw new Error("letters have no width");
}
