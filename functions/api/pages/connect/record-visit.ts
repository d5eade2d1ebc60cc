import type { Context } from "hono";
import { recordCall, sourceOf } from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Queries } from "#lib/db/database.ts";
import type { LinkFacts } from "#lib/links/index.ts";
import type { RouteDeps } from "../../route-deps.ts";

export interface ConnectVariables {
  /** The link, once it is known. */
  Variables: { requestId: string; link?: LinkFacts };
}

/** A visitor's action, as recorded. */
interface Visit {
  operation: "connect.submit" | "connect.decline" | "connect.cut";
  organizationId: string;
  linkId: string;
  connectionId: string | null;
  outcome: string;
  httpStatus: number;
  latencyMs: number;
}

/** Handing a credential over, or taking it back, is recorded like the call that made the link. */
export async function recordVisit(
  deps: RouteDeps,
  db: Queries,
  c: Context<ConnectVariables>,
  { linkId, ...visit }: Visit,
): Promise<void> {
  const address = deps.addressOf(c);
  await recordCall(db, {
    ...visit,
    requestId: c.var.requestId,
    at: deps.clock.now(),
    plane: "control",
    operationRequestId: null,
    actor: actors.link(linkId),
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    source: address === null ? null : sourceOf(deps.secret, address),
  });
}
