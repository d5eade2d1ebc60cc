import { Hono, type Context } from "hono";
import type { DashboardDeps } from "./deps.ts";
import { assetRoutes } from "./pages/parts/assets.ts";
import { isTracing } from "#lib/kernel/trace.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { translateFailure } from "#lib/db/failures.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withoutClosingSlash } from "../api/pages/stray-routes.ts";
import { refusal } from "../api/refusal.ts";
import { traceRequests } from "../api/trace-requests.ts";
import { createFrame, failurePage } from "./frame/frame.tsx";
import { pageAnswer } from "./request/answer.ts";
import { missingPage } from "./pages/parts/message-pages.tsx";
import { auditRoutes } from "./routes/audit.tsx";
import { keyRoutes } from "./routes/access/keys.tsx";
import { memberRoutes } from "./routes/members.tsx";
import { authorizePath, authorizeRoutes } from "./routes/access/authorize.tsx";
import { consentRoutes } from "./routes/access/consent.tsx";
import { connectionRoutes } from "./routes/connections.tsx";
import { syncRoutes } from "./routes/syncs.tsx";
import { folderRoutes } from "./routes/folders.tsx";
import { organizationSettingsRoutes } from "./routes/organization-settings.tsx";
import { feeReceiptLimitRoutes } from "./routes/fee-receipt-limits.tsx";
import { feeReceiptRoutes } from "./routes/fee-receipts.tsx";
import { usageRoutes } from "./routes/usage.tsx";
import { webhookRoutes } from "./routes/webhooks.tsx";
import { tokenRoutes } from "./routes/access/tokens.ts";
import { peopleRoutes } from "./routes/people.ts";
import { deliveryRoutes } from "./routes/deliveries.tsx";
import { discoveryRoutes } from "./routes/access/discovery.ts";

/** Every page and endpoint of signed-in people. The same factory serves Lambda, local mode and the tests. */
export function createDashboard(deps: DashboardDeps): Hono {
  const app = new Hono();
  if (isTracing()) app.use(traceRequests);
  const isSecure = new URL(deps.baseUrl).protocol === "https:";
  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    if (isSecure) c.header("strict-transport-security", "max-age=31536000");
  });
  // No id and no word contains this character, and the database rejects it.
  app.use((c, next) => (c.req.url.includes("%00") ? nowhere(deps, c) : next()));
  assetRoutes(app);
  discoveryRoutes(app, deps);
  authorizeRoutes(app, deps);
  tokenRoutes(app, deps);
  const frame = createFrame(app, deps);
  peopleRoutes(frame, deps);
  keyRoutes(frame);
  connectionRoutes(frame);
  syncRoutes(frame);
  webhookRoutes(frame);
  deliveryRoutes(frame);
  memberRoutes(frame, deps);
  auditRoutes(frame, deps);
  folderRoutes(frame, deps);
  usageRoutes(frame, deps);
  organizationSettingsRoutes(frame, deps);
  feeReceiptLimitRoutes(frame);
  feeReceiptRoutes(frame);
  consentRoutes(frame, deps);
  // The library has some forty more endpoints; they are reachable only through our routes.
  app.notFound((c) => nowhere(deps, c));
  app.onError((thrown, c) => {
    const error = asAppError(translateFailure(thrown));
    if (error.code === "service_unavailable") return unavailable(deps, c, error);
    deps.log.error("dashboard.failed", { error: thrown });
    return new Response("Internal error", { status: 500 });
  });
  return app;
}

/** Outside the frame, which has its own pages: an agent sends a person to one of these addresses. */
async function unavailable(
  { clock, log, contact }: DashboardDeps,
  { req }: Context,
  error: AppError,
): Promise<Response> {
  const call = { requestId: newId("req", clock.now()), elapsedMs: startTimer() };
  log.warn("dashboard.unavailable", { request_id: call.requestId, cause: error.cause });
  if (req.path === authorizePath) return failurePage(error, call.requestId, contact);
  return refusal(log, call, error);
}

/** For unknown paths: programs get the usual error envelope, people a page. */
async function nowhere({ clock, log }: DashboardDeps, c: Context): Promise<Response> {
  const { req } = c;
  if (!/^\/(?:auth|\.well-known)\//.test(req.path)) {
    const path = req.method === "GET" ? withoutClosingSlash(req.url) : null;
    return path === null ? pageAnswer(missingPage(), { status: 404 }) : c.redirect(path);
  }
  const call = { requestId: newId("req", clock.now()), elapsedMs: startTimer() };
  return refusal(log, call, new AppError("tool_not_found"));
}
