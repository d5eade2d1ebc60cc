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

type SettlingTx = InTransaction<SystemContext> & { vault: Vault; secret: ServiceSecret };

/** What is to be settled, in the words of its act. */
interface Settling {
  row: OperationRow;
  order: Pick<Order, "about" | "answer" | "folioOf">;
  terms: ActTerms;
}

/** One operation's name cannot be another's. */
const ofOne = ["operations_one_per_folio", "operations_one_per_name"];

/** Ends the job together with its operation, by what its visit found out. */
export async function settleOperation(
  ctx: WorkerContext,
  job: ClaimedJob,
  visit: VisitedAct<unknown>,
  settling: Settling,
  outcome: Outcome,
): Promise<void> {
  const { vault, secret } = ctx;
  const settleSo = (as: Outcome): Promise<void> => {
    const also: Also = (tx) => settleInTx({ ...tx, vault, secret }, settling, as);
    return visit.kind === "failed"
      ? endFailed(ctx, job, visit, also)
      : endWell(ctx, job, visit, { also });
  };
  try {
    await settleSo(outcome);
  } catch (error) {
    const violated = violatedConstraint(error) ?? "";
    // Since the refusal another operation has begun that reverses the same document.
    if (violated === "operations_one_per_target" && visit.kind === "visited") {
      return endWell(ctx, job, visit);
    }
    if (!ofOne.includes(violated)) throw error;
    // It belongs to another operation of the company, about which nobody here is told anything.
    await settleSo({ kind: "unknown" });
  }
  if (settling.terms.changed !== undefined) await wakeFollowing(ctx, job);
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

/**
 * One of the three possible ends after the barrier. What is done stays so; what was refused becomes
 * unknown once asking shows that it may have been issued after all.
 */
export async function settleInTx(tx: SettlingTx, settling: Settling, seen: Outcome): Promise<void> {
  const outcome = afterRefusal(settling.row, seen);
  if (await settleAs(tx, settling, outcome)) {
    tx.log.measure("emission", { outcome: outcome.kind, Emissions: 1 });
  }
  const { preparationId } = settling.row;
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
function settleAs(tx: SettlingTx, settling: Settling, outcome: Outcome): Promise<boolean> {
  switch (outcome.kind) {
    case "done":
      return settleDone(tx, settling, outcome);
    case "rejected":
      return settleRejected(tx, settling, outcome.refusal);
    case "undone":
      return settleUndone(tx, settling, outcome.error);
    case "unknown":
      return leaveUnknown(tx, settling);
  }
}

async function settleDone(
  tx: SettlingTx,
  settling: Settling,
  { name, prueba }: { name: string; prueba: FolioProof },
): Promise<boolean> {
  const { row, order } = settling;
  const folio = order.folioOf(name);
  const recibo = receiptOf(tx, settling, { name, folio, prueba });
  const data = order.answer({ name, prueba, recibo });
  const change = { state: "done", name, folio, prueba, about: order.about?.(name) ?? {} } as const;
  return changeFrom(tx, settling, undecidedStates, change, {
    ...settledNow(tx),
    externalRef: name,
    folio,
    receipt: recibo,
    errorCode: null,
    outcome: data === null ? null : await sealJson(tx.vault, outcomePlace(row), data),
  });
}

async function settleRejected(
  tx: SettlingTx,
  settling: Settling,
  refusal: string,
): Promise<boolean> {
  const { words } = settling.terms;
  const details = words.refusalDetails?.[refusal];
  return changeFrom(
    tx,
    settling,
    undecidedStates,
    { state: "rejected", refusal },
    {
      ...settledNow(tx),
      receipt: receiptOf(tx, settling, null),
      errorCode: words.refusals[refusal] ?? words.unknown,
      ...(details !== undefined && { outcome: await sealedDetails(tx, settling.row, details) }),
    },
  );
}

/** Releases the caller's key too, as when it is given up before the barrier. */
async function settleUndone(tx: SettlingTx, settling: Settling, error: AppError): Promise<boolean> {
  const { row, terms } = settling;
  const change = { state: "rejected", refusal: error.code } as const;
  const isSettled = await changeFrom(tx, settling, undecidedStates, change, {
    ...settledNow(tx),
    receipt: receiptOf(tx, settling, null),
    errorCode: error.code,
    outcome: await sealedDetails(tx, row, error.details ?? {}),
  });
  const { organizationId, id: operationId, idempotencyKey: key } = row;
  if (isSettled && terms.answers === "outcome") {
    await releaseOperationKey(tx, { organizationId, operationId, key });
  }
  return isSettled;
}

function sealedDetails({ vault }: SettlingTx, row: OperationRow, details: object): Promise<Buffer> {
  return sealJson(vault, outcomePlace(row), details);
}

/**
 * Asking once more and still finding nothing changes nothing, except that the next time is later.
 */
async function leaveUnknown(tx: SettlingTx, settling: Settling): Promise<boolean> {
  const { row, terms } = settling;
  const lookAgainAt = nextAsk(row, tx.clock.now());
  const open = {
    lookAgainAt,
    errorCode: terms.words.unknown,
    receipt: null,
    finishedAt: null,
    outcomeExpiresAt: null,
  };
  if (await changeFrom(tx, settling, ["crossed", "rejected"], { state: "unknown" }, open))
    return true;
  await tx.db.orm
    .update(operations)
    .set({ lookAgainAt })
    .where(and(eq(operations.id, row.id), eq(operations.state, "unknown")));
  return false;
}

function settledNow({ clock }: SettlingTx) {
  const finishedAt = clock.now();
  return { finishedAt, outcomeExpiresAt: keptUntil(finishedAt), lookAgainAt: null };
}

async function changeFrom(
  tx: SettlingTx,
  { row, terms }: Settling,
  from: readonly OperationState[],
  change: Change,
  set: Partial<typeof operations.$inferInsert>,
): Promise<boolean> {
  const where = [eq(operations.id, row.id), inArray(operations.state, [...from])];
  return (await changeOperation(tx, terms, { where, change, set })) !== null;
}

function receiptOf(
  tx: SettlingTx,
  { row, terms }: Settling,
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
