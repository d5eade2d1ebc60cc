import { actorRow } from "#lib/db/actors.ts";
import { and, eq, ne } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createHash } from "node:crypto";
import { startJob, waitFor } from "#lib/jobs/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { EmissionKind } from "#lib/contract/index.ts";
import { annulmentOf } from "./check-annulment.ts";
import { operations, preparations, type OperationRow } from "./emissions.sql.ts";
import { answerOf, type OperationAnswer } from "./operation-answer.ts";
import type { EmissionContext, EmittingConnection } from "./prepare-document.ts";
import { hashOf, looksLike, openDocument } from "./sealed-document.ts";
import { isOpen, waitSeconds } from "./states.ts";
import { usablePreparation } from "./usable-preparation.ts";
import { wakeInvoicer } from "./wait-for-visit.ts";

interface EmitOrder {
  kind: EmissionKind;
  toolId: string;
  /** As the tool parsed it: part of the fingerprint. */
  input: unknown;
  previewRef: string;
  key: string;
  operationRequestId: string;
}

/**
 * Emits what was previewed, once: for the first caller of a key the document is sent, every later
 * one is told what became of it. Waits for the worker, and never sends anything itself.
 */
export async function emitDocument(
  ctx: EmissionContext,
  connection: EmittingConnection,
  order: EmitOrder,
): Promise<OperationAnswer> {
  const fingerprint = createHash("sha256")
    .update(canonicalJson([order.toolId, connection.id, order.input]))
    .digest();
  const earlier = await underKey(ctx, order.key);
  if (earlier !== null) return replay(ctx, earlier, fingerprint);

  const started = await start(ctx, connection, order, fingerprint).catch((error: unknown) =>
    explainRefusal(ctx, connection, order, error),
  );
  if ("earlier" in started) return replay(ctx, started.earlier, fingerprint);
  const { jobId, operationId } = started;
  crashPoint("emission.before_claim");
  await wakeInvoicer(ctx, jobId);
  const row = await waitFor(
    () => byId(ctx, operationId),
    ({ state }) => !isOpen(state),
    waitSeconds,
  );
  if (isOpen(row.state)) {
    throw new AppError("timeout", { details: { operacionId: operationId, sameKey: true } });
  }
  return answerOf(ctx, row, "stored");
}

async function replay(
  ctx: EmissionContext,
  row: OperationRow,
  fingerprint: Buffer,
): Promise<OperationAnswer> {
  if (!row.fingerprint.equals(fingerprint)) throw new AppError("idempotency_conflict");
  if (isOpen(row.state)) {
    throw new AppError("idempotency_in_progress", { details: { operacionId: row.id } });
  }
  return answerOf(ctx, row, "replayed");
}

async function underKey(ctx: EmissionContext, key: string): Promise<OperationRow | null> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, ctx.organization.id),
          eq(operations.idempotencyKey, key),
          ne(operations.state, "released"),
        ),
      ),
  );
  return row ?? null;
}

async function byId(ctx: EmissionContext, id: string): Promise<OperationRow> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(and(eq(operations.organizationId, ctx.organization.id), eq(operations.id, id))),
  );
  if (row === undefined) throw new TypeError("an operation is never deleted");
  return row;
}

/** Confirms the preparation and queues the emission, together. */
async function start(
  ctx: EmissionContext,
  connection: EmittingConnection,
  order: EmitOrder,
  fingerprint: Buffer,
): Promise<{ jobId: string; operationId: string }> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  const operationId = newId("oper", now);
  return withTx(ctx, async (tx) => {
    const prepared = await usablePreparation(tx, connection, order);
    requireLiveCredential(connection);
    const { previewed } = await openDocument(ctx, prepared);
    if (previewed === null || prepared.documentHash === null) {
      throw new AppError("tributario_preview_token_invalid");
    }
    await tx.db.orm
      .update(preparations)
      .set({ state: "confirmed" })
      .where(eq(preparations.id, prepared.id));
    const jobId = await startJob(tx, {
      organizationId,
      connectionId: connection.id,
      connector: connection.connector,
      kind: "emission",
      targetId: operationId,
      trigger: "manual",
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
    await tx.db.orm.insert(operations).values({
      id: operationId,
      organizationId,
      connectionId: connection.id,
      connector: connection.connector,
      // Without one a connection is a company of its own.
      rut: connection.rut ?? connection.id,
      kind: order.kind,
      toolId: order.toolId,
      preparationId: prepared.id,
      idempotencyKey: order.key,
      operationRequestId: order.operationRequestId,
      ...actorRow(ctx.actor),
      fingerprint,
      inputHash: hashOf(order.input),
      looksLike: looksLike({
        tipoDte: previewed.tipoDte,
        receptorRut: previewed.receptorRut,
        fecha: previewed.fechaEmision,
        total: previewed.totales.total,
      }),
      documentHash: prepared.documentHash,
      tipoDte: previewed.tipoDte,
      target: prepared.target,
      state: "queued",
      jobId,
      token: 0,
      createdAt: now,
    });
    return { jobId, operationId };
  });
}

/** Somebody was faster: with the same key it is their operation, with another the preview is used. */
async function explainRefusal(
  ctx: EmissionContext,
  connection: EmittingConnection,
  { key, previewRef }: EmitOrder,
  error: unknown,
): Promise<{ earlier: OperationRow }> {
  if (sqlState(error) !== "23505") throw error;
  const earlier = await underKey(ctx, key);
  if (earlier !== null) return { earlier };
  if (violatedConstraint(error) !== "operations_one_per_target") {
    throw new AppError("tributario_preview_token_invalid", { cause: error });
  }
  throw await withTx(ctx, async (tx) => {
    const { organizationId, id, target } = preparations;
    const [prepared] = await tx.db.orm
      .select({ target })
      .from(preparations)
      .where(and(eq(organizationId, ctx.organization.id), eq(id, previewRef)));
    const other = await annulmentOf(tx, connection.id, prepared?.target ?? "");
    // The other one was given up meanwhile: so it was under way when this one came.
    return other ?? new AppError("tributario_anulacion_en_curso", { cause: error });
  });
}
