import { AppError } from "#lib/kernel/errors/index.ts";
import type { BrowserSession } from "./open-session.ts";

const pageLimitMs = 8_000;
const limitMs = 20_000;

/**
 * Has its own time limit, since the session's signal has often fired by now. Tried twice when the
 * portal is briefly unreachable, since a session left open locks its holder out for minutes.
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
