import { errors, type Frame, type Page, type Response } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure, wasOvertaken, wasLeftBehind } from "./failures.ts";
import { step, type Bounded } from "./step.ts";

/** Opens an address of the portal in the page's top frame. */
export async function openAddress(session: Bounded & { page: Page }, url: string): Promise<void> {
  const { page, signal } = session;
  await reach(session, "open a page", async () => {
    for (let interruptions = 0; ; interruptions += 1) {
      try {
        return await page.goto(url, { waitUntil: loaded, signal });
      } catch (thrown) {
        if (interruptions === interruptionLimit || !wasOvertaken(thrown)) throw thrown;
        await comeToRest(page, url);
      }
    }
  });
}

const interruptionLimit = 3;
const comeToRestMs = 2_000;

/**
 * A page that navigates by itself, such as one that waits for a device, can interrupt ours.
 * Retrying at once would interrupt that one in turn, so first one of the two arrives.
 */
async function comeToRest(page: Page, url: string): Promise<void> {
  try {
    await page.waitForURL(url, { waitUntil: loaded, timeout: comeToRestMs });
  } catch (thrown) {
    if (!(thrown instanceof errors.TimeoutError)) throw thrown;
  }
}

/**
 * Does what makes the frame go to its next document, and waits until that is readable. An action in
 * the old document may lose its result with it: the arrival is what counts.
 */
export async function navigate(
  session: Bounded,
  frame: Frame,
  act: () => Promise<unknown>,
): Promise<void> {
  const { signal } = session;
  await reach(session, "go to the next page", async () => {
    const arrived = frame.waitForNavigation({ waitUntil: loaded, signal });
    const acted = act().catch((thrown: unknown) => {
      if (!wasLeftBehind(thrown)) throw thrown;
    });
    return Promise.race([arrived, acted.then(() => arrived)]);
  });
}

const loaded = "domcontentloaded";

async function reach(
  session: Bounded,
  name: string,
  work: () => Promise<Response | null>,
): Promise<void> {
  const response = await step(session, name, work, "timeout");
  requireStatus(name, response?.status());
}

/** A page that the server answered with an error is no page, whatever it shows. */
export function requireStatus(name: string, status = 200): void {
  if (status < 400) return;
  const code = status >= 500 || status === 429 ? "upstream_error" : "upstream_unexpected_response";
  throw new AppError(code, { cause: new BrowserFailure(name, `status ${status}`) });
}
