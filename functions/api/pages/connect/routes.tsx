import { Hono, type Context } from "hono";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { isJustUsed, openingPage } from "./answers.tsx";
import { comeBackFromProvider } from "./come-back.tsx";
import { keepCookies } from "./connect-cookie.ts";
import { connectScript, scriptPath } from "./pages/connect-script.ts";
import { consentFacts } from "./pages/consent-facts.ts";
import { cutAddress } from "./cut-cookie.ts";
import { cutRoutes } from "./cut-routes.tsx";
import { decline } from "./decline.ts";
import { linkPages } from "./link-pages.ts";
import { brokenForm, messageOf, outOfOrder, tooOften } from "./pages/messages.ts";
import { ProgressPage } from "./pages/progress-page.tsx";
import { progressOf } from "./pages/progress.ts";
import type { ConnectVariables } from "./record-visit.ts";
import { redirectTo, respond } from "./pages/shell.tsx";
import { submitForm } from "./submit-form.ts";
import { SuccessPage } from "./pages/success-page.tsx";
import { toldPage } from "./told-page.tsx";
import { typedCookie } from "./typed-cookie.ts";

/** The page that a link opens. The token in its path is the only credential, and is never logged. */
export function connectRoutes(app: Hono, deps: RouteDeps): void {
  const pages = new Hono<ConnectVariables>();
  const ofLinks = linkPages(deps);
  const { find, pageOf } = ofLinks;

  pages.use("/connect/*", async (c, next) => {
    const requestId = newId("req", deps.clock.now());
    c.set("requestId", requestId);
    await withRequestId(requestId, next);
    c.header("x-request-id", requestId);
  });

  pages.get(scriptPath, () => script());

  cutRoutes(pages, deps, ofLinks.deps.systemOf);

  pages.get("/connect/:token", async (c) => {
    const token = c.req.param("token");
    return openingPage(pageOf(c, token), await find(c, token));
  });

  pages.get("/connect/oauth/callback", (c) => comeBackFromProvider(ofLinks, c));

  pages.post("/connect/:token", (c) => submitForm(ofLinks, c, c.req.param("token")));

  pages.post("/connect/:token/cancelar", (c) => decline(ofLinks, c, c.req.param("token")));

  pages.get("/connect/:token/progreso", async (c) => {
    const token = c.req.param("token");
    const link = await find(c, token);
    if (link.kind === "verifying") return respond(<ProgressPage token={token} link={link} />, 200);
    if (isJustUsed(link)) {
      const cutUrl = cutAddress(deps.baseUrl, c.req.header("cookie"), link.cutHash);
      const facts = consentFacts(link, deps.responsible);
      const page = <SuccessPage link={link} facts={facts} cutUrl={cutUrl} />;
      const response = await respond(page, 200);
      return keepCookies(response, { ...deps, token }, { [typedCookie]: "" });
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

  // A link as some programs complete it, and one that was cut or typed by hand.
  pages.get("/connect/:token/", (c) =>
    redirectTo(`/connect/${encodeURIComponent(c.req.param("token"))}`),
  );
  pages.get("/connect/*", (c) => toldPage(c, messageOf({ kind: "unknown" }), 404));

  pages.onError((thrown, c: Context<ConnectVariables>) => {
    const error = asAppError(thrown);
    switch (error.code) {
      case "unsupported_media_type":
      case "malformed_request":
      case "payload_too_large":
        return toldPage(c, brokenForm, error.entry.status);
      case "rate_limited":
        return toldPage(c, tooOften, error.entry.status);
      default:
        deps.log.error("connect.failed", { code: error.code, cause: error.cause });
        return toldPage(c, outOfOrder, error.entry.status);
    }
  });

  app.route("/", pages);
}

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
