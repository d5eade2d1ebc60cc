import type { Context, Hono } from "hono";
import { startTimer } from "#lib/kernel/clock.ts";
import { cutAccess, findAccess, type FindSystem, type FoundAccess } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { isCrossSite } from "../../form.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { CutPage, overMessage, refusedCut, unknownAccess } from "./pages/cut-page.tsx";
import { MessagePage } from "./pages/message-page.tsx";
import { recordVisit, type ConnectVariables } from "./record-visit.ts";
import { redirectTo, respond } from "./pages/shell.tsx";

const path = "/connect/cortar/:token";

/** Where a person takes back what they handed over. The token in the path is all it requires. */
export function cutRoutes(
  pages: Hono<ConnectVariables>,
  deps: RouteDeps,
  systemOf: FindSystem,
): void {
  /** As with links, guessing is soon refused without a look-up. */
  const find = async (c: Context<ConnectVariables>, token: string): Promise<FoundAccess> => {
    const address = deps.addressOf(c);
    deps.failures.check(address);
    const access = await findAccess({ ...deps, systemOf }, token);
    if (access.kind === "unknown") deps.failures.failed(address, null);
    return access;
  };

  pages.get(path, async (c) => {
    const token = c.req.param("token");
    const access = await find(c, token);
    switch (access.kind) {
      case "unknown":
        return respond(<MessagePage {...unknownAccess} />, 404);
      case "live":
        return respond(<CutPage token={token} access={access} />, 200);
      case "over":
        return respond(
          <MessagePage {...overMessage(access)}>
            <p>Ya puedes cerrar esta página.</p>
          </MessagePage>,
          access.ended === "cortado" ? 200 : 410,
        );
    }
  });

  // If it is sent twice, or again years later, it leads to the page that says it is done.
  pages.post(path, async (c) => {
    if (isCrossSite(c.req, deps.baseUrl)) return respond(<MessagePage {...refusedCut} />, 403);
    const elapsedMs = startTimer();
    const token = c.req.param("token");
    const access = await find(c, token);
    if (access.kind === "unknown") return respond(<MessagePage {...unknownAccess} />, 404);
    const { organizationId, linkId, connectionId } = access;
    const visit = { operation: "connect.cut", organizationId, linkId, connectionId } as const;
    const isCut =
      access.kind === "live" &&
      (await cutAccess({ ...deps, onJobEnded: emitSyncEnded }, access, (tx) =>
        recordVisit(deps, tx.db, c, {
          ...visit,
          outcome: "ok",
          httpStatus: 303,
          latencyMs: elapsedMs(),
        }),
      ));
    if (!isCut) {
      const latencyMs = elapsedMs();
      await recordVisit(deps, deps.db, c, {
        ...visit,
        outcome: "over",
        httpStatus: 303,
        latencyMs,
      });
    }
    return redirectTo(`/connect/cortar/${encodeURIComponent(token)}`);
  });
}
