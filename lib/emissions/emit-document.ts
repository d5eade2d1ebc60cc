import { actorRow } from "#lib/db/actors.ts";
import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  claimForOperation,
  fingerprintOf,
  operationUnder,
  type KeyedCall,
} from "#lib/idempotency/index.ts";
import { startJob, waitFor } from "#lib/jobs/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { EmissionKind } from "#lib/contract/index.ts";
import { askForPerson } from "./ask-for-person.ts";
import { annulmentOf } from "./check-annulment.ts";
import { operations, preparations, type OperationRow } from "./emissions.sql.ts";
import { answerOf, type OperationAnswer } from "./operation-answer.ts";
import type { EmissionContext, EmittingConnection } from "./prepare-document.ts";
import { hashOf, looksLike, openDocument } from "./sealed-document.ts";
import { isOpen, waitSeconds } from "./states.ts";
import { usablePreparation } from "./usable-preparation.ts";
import { wakeInvoicer } from "./wait-for-visit.ts";

interface EmitOrder extends KeyedCall {
  kind: EmissionKind;
  previewRef: string;
  operationRequestId: string;
  /** Thrown where the key has no operation: then this would be a new one. */
  whyNotNew: AppError | null;
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
  const earlier = await operationUnder(ctx, order);
  if (earlier !== null) return replay(ctx, earlier);
  if (order.whyNotNew !== null) throw order.whyNotNew;

  const operationId = newId("oper", ctx.clock.now());
  const jobId = await start(ctx, connection, order, operationId).catch((error: unknown) =>
    explainRefusal(ctx, connection, order, error),
  );
  if (jobId === null) return replayFaster(ctx, order);
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

async function replay(ctx: EmissionContext, operationId: string): Promise<OperationAnswer> {
  const row = await byId(ctx, operationId);
  if (isOpen(row.state)) {
    throw new AppError("idempotency_in_progress", { details: { operacionId: row.id } });
  }
  return answerOf(ctx, row, "replayed");
}

/** Somebody claimed the key between the look at it and the start. */
async function replayFaster(ctx: EmissionContext, order: EmitOrder): Promise<OperationAnswer> {
  const operationId = await operationUnder(ctx, order);
  // Theirs was given up meanwhile: the same call, made again, finds the key free.
  if (operationId === null) throw new AppError("idempotency_in_progress");
  return replay(ctx, operationId);
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

/** Claims the key, confirms the preparation and queues the emission, together; null: it is taken. */
async function start(
  ctx: EmissionContext,
  connection: EmittingConnection,
  order: EmitOrder,
  operationId: string,
): Promise<string | null> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  return withTx(ctx, async (tx) => {
    if (!(await claimForOperation(tx, order, operationId))) return null;
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
      fingerprint: fingerprintOf(order),
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
    return jobId;
  });
}

/** Somebody was faster under another key: the preview is used, or the document is being annulled. */
async function explainRefusal(
  ctx: EmissionContext,
  connection: EmittingConnection,
  { previewRef }: EmitOrder,
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.code === "tributario_preparation_confirmation_required") {
    throw await askForPerson(ctx, previewRef);
  }
  if (sqlState(error) !== "23505") throw error;
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
