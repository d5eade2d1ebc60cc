import { and, eq, inArray } from "drizzle-orm";
import type { FolioProof } from "#lib/contract/index.ts";
import { type InTransaction, type SystemContext, withSystemTx } from "#lib/db/context.ts";
import { violatedConstraint } from "#lib/db/failures.ts";
import { releaseOperationKey } from "#lib/idempotency/index.ts";
import { type ClaimedJob, wakeWorker, type WorkerContext } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { sealJson, type Vault } from "#lib/vault/index.ts";
import type { ActTerms, Change, Order, Outcome } from "../act.ts";
import { type OperationRow, operations, preparations } from "../ledger.sql.ts";
import { changeOperation } from "../operation/change-operation.ts";
import { keptUntil, outcomePlace } from "../operation/operation-answer.ts";
import { signReceipt } from "../operation/receipts.ts";
import { type OperationState, undecidedStates } from "../states.ts";
import { nextAsk } from "../visits/ask-again.ts";
import { type Also, endFailed, endWell, type VisitedAct } from "./visit-act.ts";

type Settler = InTransaction<SystemContext> & { vault: Vault; secret: ServiceSecret };

/** What is settled, in the words of its act. */
export interface Settled {
  row: OperationRow;
  order: Pick<Order, "about" | "answer" | "folioOf">;
  terms: ActTerms;
}

/**
 * One of the three possible ends after the barrier. What is done stays so; what was refused becomes
 * unknown once a look shows that it may have been issued after all.
 */
export async function settleOperation(tx: Settler, settled: Settled, seen: Outcome): Promise<void> {
  const outcome = afterRefusal(settled.row, seen);
  if (await record(tx, settled, outcome)) {
    tx.log.measure("emission", { outcome: outcome.kind, Emissions: 1 });
  }
  const { preparationId } = settled.row;
  if (preparationId === null) return;
  await tx.db.orm
    .update(preparations)
    .set({ state: "consumed" })
    .where(eq(preparations.id, preparationId));
}

/**
 * Callers were told that nothing was done: what is listed now contradicts that, and proves neither.
 */
function afterRefusal({ state }: OperationRow, seen: Outcome): Outcome {
  return state === "rejected" && seen.kind === "done" ? { kind: "unknown" } : seen;
}

/** False when it is unchanged. */
function record(tx: Settler, settled: Settled, outcome: Outcome): Promise<boolean> {
  switch (outcome.kind) {
    case "done":
      return settleDone(tx, settled, outcome);
    case "rejected":
      return settleRejected(tx, settled, outcome.refusal);
    case "undone":
      return settleUndone(tx, settled, outcome.error);
    case "unknown":
      return leaveUnknown(tx, settled);
  }
}

async function settleDone(
  tx: Settler,
  settled: Settled,
  { name, prueba }: { name: string; prueba: FolioProof },
): Promise<boolean> {
  const { row, order } = settled;
  const folio = order.folioOf(name);
  const recibo = receiptOf(tx, settled, { name, folio, prueba });
  const data = order.answer({ name, prueba, recibo });
  const change = { state: "done", name, folio, prueba, about: order.about?.(name) ?? {} } as const;
  return settle(tx, settled, undecidedStates, change, {
    ...endedNow(tx),
    externalRef: name,
    folio,
    receipt: recibo,
    errorCode: null,
    outcome: data === null ? null : await sealJson(tx.vault, outcomePlace(row), data),
  });
}

async function settleRejected(tx: Settler, settled: Settled, refusal: string): Promise<boolean> {
  const { words } = settled.terms;
  const details = words.refusalDetails?.[refusal];
  return settle(
    tx,
    settled,
    undecidedStates,
    { state: "rejected", refusal },
    {
      ...endedNow(tx),
      receipt: receiptOf(tx, settled, null),
      errorCode: words.refusals[refusal] ?? words.unknown,
      ...(details !== undefined && { outcome: await sealedDetails(tx, settled.row, details) }),
    },
  );
}

/** Releases the caller's key too, as when it is given up before the barrier. */
async function settleUndone(tx: Settler, settled: Settled, error: AppError): Promise<boolean> {
  const { row, terms } = settled;
  const change = { state: "rejected", refusal: error.code } as const;
  const isSettled = await settle(tx, settled, undecidedStates, change, {
    ...endedNow(tx),
    receipt: receiptOf(tx, settled, null),
    errorCode: error.code,
    outcome: await sealedDetails(tx, row, error.details ?? {}),
  });
  const { organizationId, id: operationId, idempotencyKey: key } = row;
  if (isSettled && terms.answers === "end") {
    await releaseOperationKey(tx, { organizationId, operationId, key });
  }
  return isSettled;
}

function sealedDetails({ vault }: Settler, row: OperationRow, details: object): Promise<Buffer> {
  return sealJson(vault, outcomePlace(row), details);
}

/**
 * Another look at the list that still finds nothing changes nothing, except that the next look is
 * later.
 */
async function leaveUnknown(tx: Settler, settled: Settled): Promise<boolean> {
  const { row, terms } = settled;
  const lookAgainAt = nextAsk(row, tx.clock.now());
  const open = {
    lookAgainAt,
    errorCode: terms.words.unknown,
    receipt: null,
    finishedAt: null,
    outcomeExpiresAt: null,
  };
  if (await settle(tx, settled, ["crossed", "rejected"], { state: "unknown" }, open)) return true;
  await tx.db.orm
    .update(operations)
    .set({ lookAgainAt })
    .where(and(eq(operations.id, row.id), eq(operations.state, "unknown")));
  return false;
}

function endedNow({ clock }: Settler) {
  const finishedAt = clock.now();
  return { finishedAt, outcomeExpiresAt: keptUntil(finishedAt), lookAgainAt: null };
}

async function settle(
  tx: Settler,
  { row, terms }: Settled,
  from: readonly OperationState[],
  change: Change,
  set: Partial<typeof operations.$inferInsert>,
): Promise<boolean> {
  const where = [eq(operations.id, row.id), inArray(operations.state, [...from])];
  return (await changeOperation(tx, terms, { where, change, set })) !== null;
}

function receiptOf(
  tx: Settler,
  { row, terms }: Settled,
  done: { name: string; folio: number | null; prueba: FolioProof } | null,
): string {
  return signReceipt(tx.secret, {
    operacionId: row.id,
    idempotencyKey: row.idempotencyKey,
    toolId: row.toolId,
    inputHash: row.inputHash,
    // The list shows no more than what was searched for: it proves nothing about the rest.
    documentHash: done?.prueba === "lista" ? null : row.documentHash,
    resultado: done === null ? "rechazado" : terms.words.done,
    tipoDte: row.tipoDte,
    folio: done?.folio ?? null,
    referencia: done?.name ?? null,
    prueba: done?.prueba ?? null,
    en: tx.clock.now().toISOString(),
  });
}

/** One operation's name cannot be another's. */
const ofOne = ["operations_one_per_folio", "operations_one_per_name"];

/** Ends the job together with its operation. */
export async function endSettled(
  ctx: WorkerContext,
  job: ClaimedJob,
  visit: VisitedAct<unknown>,
  settled: Settled,
  outcome: Outcome,
): Promise<void> {
  const { vault, secret } = ctx;
  const endAs = (end: Outcome): Promise<void> => {
    const also: Also = (tx) => settleOperation({ ...tx, vault, secret }, settled, end);
    return visit.kind === "failed"
      ? endFailed(ctx, job, visit, also)
      : endWell(ctx, job, visit, { also });
  };
  try {
    await endAs(outcome);
  } catch (error) {
    const violated = violatedConstraint(error) ?? "";
    // Since the refusal another operation has begun that reverses the same document.
    if (violated === "operations_one_per_target" && visit.kind === "visited") {
      return endWell(ctx, job, visit);
    }
    if (!ofOne.includes(violated)) throw error;
    // It belongs to another operation of the company, about which nobody here is told anything.
    await endAs({ kind: "unknown" });
  }
  if (settled.terms.changed !== undefined) await wakeFollowing(ctx, job);
}

/** Wakes what its act started in the transaction of the end, such as fetching its file. */
async function wakeFollowing(ctx: WorkerContext, job: ClaimedJob): Promise<void> {
  const { targetId, organizationId, requestId } = job;
  const started = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id: syncJobs.id })
      .from(syncJobs)
      .where(and(eq(syncJobs.targetId, targetId ?? ""), eq(syncJobs.status, "queued"))),
  );
  for (const { id } of started) await wakeWorker({ ...ctx, requestId }, id, organizationId);
}
