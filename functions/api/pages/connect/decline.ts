import type { Context } from "hono";
import { startTimer } from "#lib/kernel/clock.ts";
import { declineLink } from "#lib/links/index.ts";
import { isCrossSite } from "../../form.ts";
import { declinedPage, openingPage } from "./answers.tsx";
import type { LinkPages } from "./link-pages.ts";
import { refusedForm } from "./pages/messages.ts";
import { recordHandled } from "./record-handled.ts";
import type { ConnectVariables } from "./record-visit.ts";
import { toldPage } from "./told-page.tsx";

/** Ends the link because the person declined, unless it has already ended. */
export async function decline(
  { deps, find, pageOf }: LinkPages,
  c: Context<ConnectVariables>,
  token: string,
): Promise<Response> {
  const elapsedMs = startTimer();
  const link = await find(c, token);
  if (isCrossSite(c.req, deps.baseUrl)) return toldPage(c, refusedForm, 403);
  const isDeclined = link.kind === "open" && (await declineLink(deps, link));
  const response = isDeclined
    ? await declinedPage(link)
    : await openingPage(pageOf(c, token), await find(c, token));
  const kind = isDeclined ? "declined" : "closed";
  return recordHandled(deps, c, { kind, link }, { response, elapsedMs });
}
