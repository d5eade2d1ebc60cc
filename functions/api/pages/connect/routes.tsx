import { Hono, type Context } from "hono";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import {
  asRenewed,
  comeBack,
  declineLink,
  findLink,
  newCutToken,
  submitAttempt,
  type FindSystem,
  type FoundLink,
  type Submission,
} from "#lib/links/index.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { isCrossSite, readForm } from "../../form.ts";
import {
  answerTo,
  changedPage,
  declinedPage,
  isJustUsed,
  openingPage,
  type ConnectPage,
} from "./answers.tsx";
import { connectScript, scriptPath } from "./connect-script.ts";
import { BackLink } from "./back-link.tsx";
import { linkCookie } from "./connect-cookie.ts";
import { consentFacts } from "./consent-facts.ts";
import { cutAddress, cutCookie } from "./cut-cookie.ts";
import { cutRoutes } from "./cut-routes.tsx";
import { changedText, renewedText } from "./failure-texts.ts";
import { MessagePage, type Message } from "./message-page.tsx";
import { brokenForm, lostOnWayBack, outOfOrder, refusedForm, tooOften } from "./messages.ts";
import { ProgressPage } from "./progress-page.tsx";
import { progressOf } from "./progress.ts";
import { recordVisit, type ConnectVariables } from "./record-visit.ts";
import { redirectTo, respond } from "./shell.tsx";
import { seenField, seenMark, shownConsent } from "./shown-consent.ts";
import { SuccessPage } from "./success-page.tsx";
import { openValues, typedBefore, typedCookie, typedValue } from "./typed-cookie.ts";
import { tokenOnWayBack, wayBack, wayBackOver } from "./way-back.ts";

/** A person's action, as recorded. */
interface Handled {
  kind: Submission["kind"] | "declined" | "changed";
  link: FoundLink;
}

/** The page that a link opens. The token in its path is the only credential, and is never logged. */
export function connectRoutes(app: Hono, deps: RouteDeps): void {
  const pages = new Hono<ConnectVariables>();
  const { catalogue } = deps;
  const systemOf: FindSystem = (id) => {
    const manifest = catalogue.manifestOf(id);
    return manifest === null ? null : { ...manifest, actingAlcances: catalogue.actingAlcances(id) };
  };
  const reader = { ...deps, systemOf };
  const pageOf = (c: Context<ConnectVariables>, token: string): ConnectPage => ({
    token,
    typedBefore: (link) => typedBefore(link, c.req.header("cookie")),
    responsible: deps.responsible,
    providerOf: (system) => deps.oauthClients[system]?.authorizationUrl ?? null,
  });
  /** Guessing links is soon refused without a look-up, by address. */
  const find = async (c: Context<ConnectVariables>, token: string): Promise<FoundLink> => {
    const address = deps.addressOf(c);
    deps.failures.check(address);
    const link = await findLink(reader, token);
    if (link.kind === "unknown") deps.failures.failed(address, null);
    else c.set("link", link);
    return link;
  };

  pages.use("/connect/*", async (c, next) => {
    const requestId = newId("req", deps.clock.now());
    c.set("requestId", requestId);
    await withRequestId(requestId, next);
    c.header("x-request-id", requestId);
  });

  pages.get(scriptPath, () => script());

  cutRoutes(pages, deps, systemOf);

  pages.get("/connect/:token", async (c) => {
    const token = c.req.param("token");
    return openingPage(pageOf(c, token), await find(c, token));
  });

  pages.get("/connect/oauth/callback", (c) => comeBackTo(c, c.var.requestId));

  pages.post("/connect/:token", (c) => submit(c, c.req.param("token"), c.var.requestId));

  pages.post("/connect/:token/cancelar", (c) => decline(c, c.req.param("token")));

  pages.get("/connect/:token/progreso", async (c) => {
    const token = c.req.param("token");
    const link = await find(c, token);
    if (link.kind === "verifying") return respond(<ProgressPage token={token} link={link} />, 200);
    if (isJustUsed(link)) {
      const cutUrl = cutAddress(deps.baseUrl, c.req.header("cookie"), link.cutHash);
      const response = await respond(<SuccessPage link={link} cutUrl={cutUrl} />, 200);
      return keep(response, token, { [typedCookie]: "" });
    }
    return redirectTo(`/connect/${encodeURIComponent(token)}`);
  });

  pages.get("/connect/:token/status", async (c) => {
    const token = c.req.param("token");
    const link = await find(c, token);
    const headers = { "cache-control": "no-store" };
    if (link.kind === "unknown")
      return Response.json({ state: "unknown" }, { status: 404, headers });
    const next = `/connect/${encodeURIComponent(token)}`;
    if (link.kind === "verifying") {
      return Response.json({ state: link.kind, ...progressOf(link) }, { headers });
    }
    const state = { state: link.kind, next: isJustUsed(link) ? `${next}/progreso` : next };
    return Response.json(state, { headers });
  });

  pages.onError((thrown, c: Context<ConnectVariables>) => {
    const error = asAppError(thrown);
    switch (error.code) {
      case "unsupported_media_type":
      case "malformed_request":
      case "payload_too_large":
        return told(c, brokenForm, error.entry.status);
      case "rate_limited":
        return told(c, tooOften, error.entry.status);
      default:
        deps.log.error("connect.failed", { code: error.code, cause: error.cause });
        return told(c, outOfOrder, error.entry.status);
    }
  });

  async function submit(
    c: Context<ConnectVariables>,
    token: string,
    requestId: string,
  ): Promise<Response> {
    const elapsedMs = startTimer();
    const found = await find(c, token);
    if (isCrossSite(c.req, deps.baseUrl)) return told(c, refusedForm, 403);
    if (found.kind !== "open") {
      const closed = { kind: "closed", link: found } as const;
      return recorded(c, closed, await answerTo(closed, pageOf(c, token), noField), elapsedMs);
    }
    const form = await readForm(c.req);
    const typed = (name: string): string | null => form.get(name);
    const link = await asRenewed(reader, found, typed);
    const facts = consentFacts(link, deps.responsible);
    const seen = typed(seenField);
    if (seen !== null && seen !== seenMark(facts)) {
      const isOfLink = seen === seenMark(consentFacts(found, deps.responsible));
      // It reveals that a company is connected, so one link cannot be used to probe many.
      if (isOfLink) deps.failures.failed(deps.addressOf(c), null);
      const note = isOfLink ? renewedText : changedText;
      const page = await changedPage(pageOf(c, token), link, typed, note);
      return recorded(c, { kind: "changed", link }, page, elapsedMs);
    }
    const cutToken = newCutToken();
    const agreement = { shown: shownConsent(facts), cutToken };
    const submission = await submitAttempt({ ...reader, requestId }, token, typed, agreement);
    const response = await answerTo(submission, pageOf(c, token), typed);
    if (submission.kind === "elsewhere") {
      response.headers.append("set-cookie", wayBack(deps.baseUrl, submission.state, token));
    }
    if (submission.kind === "elsewhere" || submission.kind === "started") {
      const values = typedValue(openValues(found, typed));
      keep(response, token, { [cutCookie]: cutToken, [typedCookie]: values });
    }
    return recorded(c, submission, response, elapsedMs);
  }

  function keep(response: Response, token: string, cookies: Record<string, string>): Response {
    for (const [name, value] of Object.entries(cookies)) {
      response.headers.append("set-cookie", linkCookie({ ...deps, token }, name, value));
    }
    return response;
  }

  async function decline(c: Context<ConnectVariables>, token: string): Promise<Response> {
    const elapsedMs = startTimer();
    const link = await find(c, token);
    if (isCrossSite(c.req, deps.baseUrl)) return told(c, refusedForm, 403);
    const isDeclined = link.kind === "open" && (await declineLink(reader, link));
    const response = isDeclined
      ? await declinedPage(link)
      : await openingPage(pageOf(c, token), await find(c, token));
    await record(
      c,
      { kind: isDeclined ? "declined" : "closed", link },
      response.status,
      elapsedMs(),
    );
    return response;
  }

  /** The browser returns from the provider that the form sent it to. */
  async function comeBackTo(c: Context<ConnectVariables>, requestId: string): Promise<Response> {
    const elapsedMs = startTimer();
    const { state = "", code = null, iss: issuer = null } = c.req.query();
    const token = tokenOnWayBack(c.req.header("cookie"), state);
    if (token === null) {
      deps.failures.failed(deps.addressOf(c), null);
      return respond(<MessagePage {...lostOnWayBack} />, 400);
    }
    await find(c, token);
    const submission = await comeBack({ ...reader, requestId }, token, { state, code, issuer });
    const response = await answerTo(submission, pageOf(c, token), noField);
    response.headers.set("set-cookie", wayBackOver(deps.baseUrl, state));
    return recorded(c, submission, response, elapsedMs);
  }

  async function recorded(
    c: Context<ConnectVariables>,
    handled: Handled,
    response: Response,
    elapsedMs: () => number,
  ): Promise<Response> {
    await record(c, handled, response.status, elapsedMs());
    return response;
  }

  async function record(
    c: Context<ConnectVariables>,
    { kind, link }: Handled,
    httpStatus: number,
    latencyMs: number,
  ): Promise<void> {
    if (link.kind === "unknown") return;
    const { organizationId, linkId, connectionId } = link;
    await recordVisit(deps, deps.db, c, {
      operation: kind === "declined" ? "connect.decline" : "connect.submit",
      organizationId,
      linkId,
      connectionId,
      outcome: ["started", "elsewhere", "declined"].includes(kind) ? "ok" : kind,
      httpStatus,
      latencyMs,
    });
  }

  app.route("/", pages);
}

/** What failed on our side of the form; the way back is shown once the link is known. */
function told(c: Context<ConnectVariables>, message: Message, status: number): Promise<Response> {
  const { link } = c.var;
  const page = (
    <MessagePage {...message}>
      {link !== undefined && <BackLink link={link} state="error" />}
    </MessagePage>
  );
  return respond(page, status);
}

const noField = (): null => null;

function script(): Response {
  return new Response(connectScript, {
    headers: {
      "content-type": "text/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
