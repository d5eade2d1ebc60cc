import { and, eq } from "drizzle-orm";
import { longestWaitSeconds } from "#lib/contract/index.ts";
import { actorRow } from "#lib/db/actors.ts";
import { type InTransaction, withTx } from "#lib/db/context.ts";
import {
  claimForOperation,
  fingerprintOf,
  type KeyedCall,
  operationUnder,
} from "#lib/idempotency/index.ts";
import { startJobOn, waitFor } from "#lib/jobs/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ActTerms } from "./act.ts";
import { type ActingConnection, companyOf, type LedgerContext } from "./ledger-context.ts";
import { type OperationRow, operations } from "./ledger.sql.ts";
import { answerOf, type OperationAnswer } from "./operation/operation-answer.ts";
import { refuseAlike } from "./operation/refuse-alike.ts";
import { hashOf, sealAsked } from "./preparation/sealed-order.ts";
import { isOpen } from "./states.ts";
import { askUnderKey } from "./visits/ask-again.ts";
import { wakeLedgerWorker } from "./visits/wait-for-visit.ts";

type Columns = typeof operations.$inferInsert;

/** What an act says about a new operation. */
interface Described extends Pick<
  Columns,
  "preparationId" | "subjectId" | "looksLike" | "documentHash" | "tipoDte" | "target"
> {
  /** Who acts, if it is not the connection's company, or only one of its accounts. */
  companyRut?: string;
  /**
   * What is to be done, stored sealed, unless a preparation or a request of the act's own stores
   * it.
   */
  order?: unknown;
}

/** A call with a key of a tool that acts. */
export interface ActCall extends KeyedCall {
  operationRequestId: string;
  /** Thrown when the key has no operation yet, so this would start a new one. */
  whyNotNew: AppError | null;
}

interface OperationOrder extends ActCall {
  kind: OperationRow["kind"];
  terms: ActTerms;
  /** In the transaction that claims the key: throws what refuses the operation. */
  describe(tx: InTransaction<LedgerContext>): Promise<Described>;
  /**
   * Once it is inserted, in that transaction: counts it against the limits whose row it locks,
   * throws what refuses it, and stores its request. The act's `changed` uncounts what is given up
   * or refused.
   */
  reserve?(tx: InTransaction<LedgerContext>, row: OperationRow): Promise<void>;
  /** Turns the error of a start that the database or `describe` refused into its caller's. */
  explain?(error: unknown): Promise<unknown>;
  /** How long its caller waits for it: by default as long as any call may. */
  waitSeconds?: number;
}

/**
 * Does a thing once: it is done for the first caller of a key, and every later one is told the
 * outcome. Waits for the worker, and never does anything outside itself. If the act has requests,
 * each caller gets the request, however far it is.
 */
export async function operate(
  ctx: LedgerContext,
  connection: ActingConnection,
  order: OperationOrder,
): Promise<OperationAnswer> {
  const earlier = await operationUnder(ctx, order);
  if (earlier !== null) return replay(ctx, connection, earlier, order);
  if (order.whyNotNew !== null) throw order.whyNotNew;

  const operationId = newId("oper", ctx.clock.now());
  const jobId = await start(ctx, connection, order, operationId).catch(async (error: unknown) => {
    throw (await order.explain?.(error)) ?? error;
  });
  if (jobId === null) return replayFaster(ctx, connection, order);
  crashPoint("emission.before_claim");
  await wakeLedgerWorker(ctx, jobId);
  const row = await waitFor(
    () => byId(ctx, operationId),
    ({ state }) => !isOpen(state),
    order.waitSeconds ?? longestWaitSeconds,
  );
  if (isOpen(row.state) && order.terms.answers === "outcome") {
    throw new AppError("timeout", { details: { operacionId: operationId, sameKey: true } });
  }
  return answerOf(ctx, row, "stored", order.terms);
}

async function replay(
  ctx: LedgerContext,
  connection: ActingConnection,
  operationId: string,
  { terms }: OperationOrder,
): Promise<OperationAnswer> {
  const found = await findRow(ctx, operationId);
  // Years ago: that it was done is all that is known, and its key is never new again.
  if (found === null) throw new AppError(terms.words.notFound);
  const row = (await askUnderKey(ctx, connection, found)) ? await byId(ctx, operationId) : found;
  if (isOpen(row.state) && terms.answers === "outcome") {
    throw new AppError("idempotency_in_progress", { details: { operacionId: row.id } });
  }
  return answerOf(ctx, row, "replayed", terms);
}

/** Another call claimed the key between the first question and the start. */
async function replayFaster(
  ctx: LedgerContext,
  connection: ActingConnection,
  order: OperationOrder,
): Promise<OperationAnswer> {
  const operationId = await operationUnder(ctx, order);
  // Theirs was given up meanwhile: the same call, made again, finds the key free.
  if (operationId === null) throw new AppError("idempotency_in_progress");
  return replay(ctx, connection, operationId, order);
}

async function byId(ctx: LedgerContext, id: string): Promise<OperationRow> {
  const row = await findRow(ctx, id);
  if (row === null) throw new TypeError("an operation is not deleted while it is waited for");
  return row;
}

async function findRow(ctx: LedgerContext, id: string): Promise<OperationRow | null> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(and(eq(operations.organizationId, ctx.organization.id), eq(operations.id, id))),
  );
  return row ?? null;
}

/**
 * Claims the key, describes the operation and queues it, all together; null if the key is taken.
 */
async function start(
  ctx: LedgerContext,
  connection: ActingConnection,
  order: OperationOrder,
  operationId: string,
): Promise<string | null> {
  const organizationId = ctx.organization.id;
  await ctx.vault.prepare({ organizationId, purpose: "answer" });
  return withTx(ctx, async (tx) => {
    // Before a preview's term is checked: nothing begins after it.
    const createdAt = ctx.clock.now();
    if (!(await claimForOperation(tx, order, operationId))) return null;
    const { order: asked, companyRut, ...described } = await order.describe(tx);
    const jobId = await startJobOn(tx, connection, { kind: "emission", targetId: operationId });
    const place = { organizationId, id: operationId };
    const values = {
      ...described,
      ...place,
      connectionId: connection.id,
      connector: connection.connector,
      companyRut: companyRut ?? companyOf(connection),
      kind: order.kind,
      toolId: order.toolId,
      idempotencyKey: order.key,
      operationRequestId: order.operationRequestId,
      ...actorRow(ctx.actor),
      fingerprint: fingerprintOf(order),
      inputHash: hashOf(order.input),
      asked: asked === undefined ? null : await sealAsked(tx, place, asked),
      state: "queued",
      jobId,
      token: 0,
      createdAt,
    } as const;
    const [row] = await tx.db.orm.insert(operations).values(values).returning();
    if (row === undefined) throw new TypeError("an insert answers its row");
    await refuseAlike(tx, order.terms, row, ctx.actor);
    await order.reserve?.(tx, row);
    await order.terms.changed?.(tx, row, { state: "queued" });
    return jobId;
  });
}
