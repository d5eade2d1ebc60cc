import { open, settle, type BrowserSession } from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/tools/define/bank/index.ts";

const pageLimitMs = 8_000;
const limitMs = 20_000;

/**
 * By address, from whatever page or frame is shown, and on a time of its own: the session's signal
 * has often fired by now. A session left open locks its holder out for minutes.
 */
export async function logOut(session: BrowserSession, baseUrl: string): Promise<void> {
  session.page.setDefaultNavigationTimeout(pageLimitMs);
  const leaving = { ...session, signal: AbortSignal.timeout(limitMs) };
  try {
    await leave(leaving, baseUrl);
  } catch (error) {
    if (!(error instanceof AppError) || !error.entry.retry) throw error;
    await leave(leaving, baseUrl);
  }
}

async function leave(session: BrowserSession, baseUrl: string): Promise<void> {
  await open(session, `${baseUrl}/salir`);
  const left = await settle(session, session.page, {
    closed: { text: "Su sesión ha sido cerrada" },
    // Nothing was open any more.
    asksToLogIn: { selector: "form[name='ingreso']" },
  });
  if (left === "unknown") throw unknownShape("the portal did not confirm the logout");
}
