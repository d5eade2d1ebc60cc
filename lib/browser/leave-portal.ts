import { AppError } from "#lib/kernel/errors/index.ts";
import type { BrowserSession } from "./open-session.ts";

const pageLimitMs = 8_000;
const limitMs = 20_000;

/**
 * On a time of its own, since the session's signal has often fired by now; and twice when the
 * portal is unreachable for a moment, since a session left open locks its holder out for minutes.
 */
export async function leavePortal(
  session: BrowserSession,
  logOut: (leaving: BrowserSession) => Promise<void>,
): Promise<void> {
  session.page.setDefaultNavigationTimeout(pageLimitMs);
  const leaving = { ...session, signal: AbortSignal.timeout(limitMs) };
  try {
    await logOut(leaving);
  } catch (error) {
    if (!(error instanceof AppError) || !error.entry.retry) throw error;
    await logOut(leaving);
  }
}
