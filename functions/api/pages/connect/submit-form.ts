import type { Context } from "hono";
import { startTimer } from "#lib/kernel/clock.ts";
import { asRenewed, newCutToken, submitAttempt } from "#lib/links/index.ts";
import { isCrossSite, readForm } from "../../form.ts";
import { answerTo, changedPage } from "./answers.tsx";
import { keepCookies } from "./connect-cookie.ts";
import { consentFacts } from "./pages/consent-facts.ts";
import { cutCookie } from "./cut-cookie.ts";
import { changedText, renewedText } from "./pages/failure-texts.ts";
import type { LinkPages } from "./link-pages.ts";
import { refusedForm } from "./pages/messages.ts";
import { recordHandled } from "./record-handled.ts";
import type { ConnectVariables } from "./record-visit.ts";
import { seenField, seenMark, shownConsent } from "./pages/shown-consent.ts";
import { toldPage } from "./told-page.tsx";
import { openValues, typedCookie, typedValue } from "./typed-cookie.ts";
import { wayBack } from "./way-back.ts";

/** Starts a try with the typed values, if the person agreed to what the link says now. */
export async function submitForm(
  { deps, find, pageOf }: LinkPages,
  c: Context<ConnectVariables>,
  token: string,
): Promise<Response> {
  const elapsedMs = startTimer();
  const found = await find(c, token);
  if (isCrossSite(c.req, deps.baseUrl)) return toldPage(c, refusedForm, 403);
  if (found.kind !== "open") {
    const closed = { kind: "closed", link: found } as const;
    const response = await answerTo(closed, pageOf(c, token));
    return recordHandled(deps, c, closed, { response, elapsedMs });
  }
  const form = await readForm(c.req);
  const typed = (name: string): string | null => form.get(name);
  const link = await asRenewed(deps, found, typed);
  const facts = consentFacts(link, deps.responsible);
  const seen = typed(seenField);
  if (seen !== null && seen !== seenMark(facts)) {
    const isOfLink = seen === seenMark(consentFacts(found, deps.responsible));
    const note = isOfLink ? renewedText : changedText;
    const response = await changedPage(pageOf(c, token), link, typed, note);
    return recordHandled(deps, c, { kind: "changed", link }, { response, elapsedMs });
  }
  const cutToken = newCutToken();
  const agreement = { shown: shownConsent(facts), cutToken };
  const { requestId } = c.var;
  const submission = await submitAttempt({ ...deps, requestId }, token, typed, agreement);
  const response = await answerTo(submission, pageOf(c, token), typed);
  if (submission.kind === "elsewhere") {
    response.headers.append("set-cookie", wayBack(deps.baseUrl, submission.state, token));
  }
  if (submission.kind === "elsewhere" || submission.kind === "started") {
    const values = typedValue(openValues(found, typed));
    keepCookies(response, { ...deps, token }, { [cutCookie]: cutToken, [typedCookie]: values });
  }
  return recordHandled(deps, c, submission, { response, elapsedMs });
}
