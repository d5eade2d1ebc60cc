import type { Browser, CDPSession, Page } from "playwright-core";
import { jobLimits } from "./process/job-limits.ts";

interface WindowGuard {
  userAgent: string;
  /** Closed on arrival because the limit was reached. */
  refused(): number;
}

/**
 * Closes windows beyond the limit. Uses the browser's events, not page objects, which exist only
 * once a page answers: a page that opens windows in a loop does not.
 */
export async function guardWindows(
  browser: Browser,
  main: Page,
  exceeded: (what: string) => void,
): Promise<WindowGuard> {
  const all = await browser.newBrowserCDPSession();
  // The browser may be a shared one that goes on.
  main.context().once("close", () => void detachQuietly(all));
  const own = await contextIdOf(main);
  const open = new Set<string>();
  let refused = 0;
  all.on("Target.targetCreated", ({ targetInfo: { targetId, type, browserContextId } }) => {
    if (type !== "page" || browserContextId !== own) return;
    open.add(targetId);
    if (open.size <= jobLimits.windows) return;
    refused += 1;
    void closeQuietly(all, targetId);
    if (refused === jobLimits.refusedWindows) exceeded("opened more windows than it may");
  });
  all.on("Target.targetDestroyed", ({ targetId }) => open.delete(targetId));
  await all.send("Target.setDiscoverTargets", { discover: true, filter: [{ type: "page" }] });
  const { userAgent } = await all.send("Browser.getVersion");
  return { userAgent, refused: () => refused };
}

async function contextIdOf(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  await session.detach();
  return targetInfo.browserContextId;
}

/** The window, or the whole browser, may be closing already. */
async function closeQuietly(session: CDPSession, targetId: string): Promise<void> {
  await session.send("Target.closeTarget", { targetId }).catch(() => undefined);
}

/** The browser may be gone by now. */
async function detachQuietly(session: CDPSession): Promise<void> {
  await session.detach().catch(() => undefined);
}
