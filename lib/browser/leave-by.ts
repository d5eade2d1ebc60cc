import { AppError } from "#lib/kernel/errors/index.ts";
import { leavePortal } from "./leave-portal.ts";
import { openAddress } from "./navigate.ts";
import type { BrowserSession } from "./open-session.ts";
import { waitForOutcome, type Sign } from "./wait-for-outcome.ts";

/** Opens the log-out address, from whatever page is shown, until the portal confirms it. */
export async function leaveBy(
  session: BrowserSession,
  exit: string,
  /** `asksToLogIn`: no session was open any more. */
  signs: Record<"closed" | "asksToLogIn", Sign>,
): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await openAddress(leaving, exit);
    if ((await waitForOutcome(leaving, leaving.page, signs)) !== "unknown") return;
    const cause = new Error("the portal did not confirm the logout");
    throw new AppError("upstream_unexpected_response", { cause });
  });
}
