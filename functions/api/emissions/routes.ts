import type { Hono } from "hono";
import { findOperation, publishedKey, type FoundOperation } from "#lib/emissions/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { authorizedRoute } from "../authorized-route.ts";
import { controlRoute } from "../control.ts";
import { getOperation, receiptKeys } from "./operations.ts";

export function operationRoutes(app: Hono, deps: RouteDeps): void {
  authorizedRoute(app, deps, getOperation, async ({ ctx, params }) => ({
    status: 200,
    body: { data: toOperation(await findOperation(ctx, params.id)) },
  }));

  controlRoute(app, deps, receiptKeys, () => Response.json({ keys: [publishedKey(deps.secret)] }));
}

function toOperation({ row, evidence }: FoundOperation) {
  return {
    id: row.id,
    idempotency_key: row.idempotencyKey,
    connection_id: row.connectionId,
    tool_id: row.toolId,
    kind: row.kind,
    state: row.state,
    error_code: row.errorCode,
    tipo_dte: row.tipoDte,
    folio: row.folio,
    receipt: row.receipt,
    input_hash: row.inputHash,
    document_hash: row.documentHash,
    created_at: row.createdAt.toISOString(),
    barrier_at: row.barrierAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    evidence: evidence.map(({ step, at, found }) => ({ step, at: at.toISOString(), found })),
  };
}
