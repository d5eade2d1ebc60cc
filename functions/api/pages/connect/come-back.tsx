import type { Context } from "hono";
import { startTimer } from "#lib/kernel/clock.ts";
import { comeBack } from "#lib/links/index.ts";
import { answerTo } from "./answers.tsx";
import type { LinkPages } from "./link-pages.ts";
import { MessagePage } from "./pages/message-page.tsx";
import { lostOnWayBack } from "./pages/messages.ts";
import { recordHandled } from "./record-handled.ts";
import type { ConnectVariables } from "./record-visit.ts";
import { respond } from "./pages/shell.tsx";
import { tokenOnWayBack, wayBackOver } from "./way-back.ts";

/** The browser returns from the provider that the form sent it to. */
export async function comeBackFromProvider(
  { deps, find, pageOf }: LinkPages,
  c: Context<ConnectVariables>,
): Promise<Response> {
  const elapsedMs = startTimer();
  const { state = "", code = null, iss: issuer = null } = c.req.query();
  const token = tokenOnWayBack(c.req.header("cookie"), state);
  if (token === null) {
    deps.failures.failed(deps.addressOf(c), null);
    return respond(<MessagePage {...lostOnWayBack} />, 400);
  }
  await find(c, token);
  const { requestId } = c.var;
  const submission = await comeBack({ ...deps, requestId }, token, { state, code, issuer });
  const response = await answerTo(submission, pageOf(c, token));
  response.headers.set("set-cookie", wayBackOver(deps.baseUrl, state));
  return recordHandled(deps, c, submission, { response, elapsedMs });
}
