import { eq } from "drizzle-orm";
import {
  type ClaimedJob,
  endJob,
  isClosed,
  JobTakenOver,
  waitForLeftSession,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { sealJson } from "#lib/vault/index.ts";
import {
  type Act,
  actOf,
  type Acts,
  type Order,
  type Outcome,
  type StepVisit,
  type Word,
} from "../act.ts";
import { type AnswerFinding, type OperationRow, operations } from "../ledger.sql.ts";
import { changeOperation, releaseOperation } from "../operation/change-operation.ts";
import { recordAnswer, recordStep } from "../operation/evidence.ts";
import { outcomePlace } from "../operation/operation-answer.ts";
import { askOnce, notesOf, runAsking } from "./ask-once.ts";
import { crossBarrier, isOverdue, recordKnown, takeOperation } from "./cross-barrier.ts";
import { dropLeft } from "./drop-left.ts";
import { settleOperation } from "./settle-operation.ts";
import { endFailed, visitAct } from "./visit-act.ts";

/** Before the barrier everything can be given up; after it there are three ends and no way back. */
export async function runAct(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const taken = await takeOperation(ctx, acts, job);
  switch (taken.kind) {
    case "ended":
      return endJob(ctx, job, { status: "succeeded", outcomes: [], lastError: null });
    case "crossed":
      return runAsking(ctx, acts, job, signal);
    case "taken": {
      const { row } = taken;
      return doOnce(ctx, { act: actOf(acts, row), job, row }, signal);
    }
  }
}

interface Work {
  act: Act;
  job: ClaimedJob;
  row: OperationRow;
}

async function doOnce(ctx: WorkerContext, work: Work, signal: AbortSignal): Promise<void> {
  const { act, job, row } = work;
  const { terms } = act;
  const overdue = isOverdue(row, ctx.clock.now()) ? new AppError(terms.words.overdue) : null;
  const order = await act.open(ctx, row);
  // An earlier worker may have made something that must be removed.
  if (overdue !== null && order.drop === undefined) return giveUp(ctx, work, { error: overdue });
  // Set right before sending: from then on no failure may call the operation undone.
  const passed = { barrier: false, outcome: { kind: "unknown" } as Outcome };
  const visit = await visitAct(ctx, { job, act, signal }, async (inside) => {
    const step = (name: string) => recordStep(ctx, job, name);
    const at = { ...inside, step, ...notesOf(ctx, job) };
    try {
      if (overdue !== null) throw overdue;
      await dropLeft(ctx, job, { row, order, at });
      await order.check(at);
      await recordKnown(ctx, job, row, await order.before(at));
      await order.ready(at);
      crashPoint("emission.before_barrier");
      await crossBarrier(ctx, job, row, terms);
    } catch (error) {
      await dropMade(ctx, job, order, { at, error });
      throw error;
    }
    passed.barrier = true;
    crashPoint("emission.after_barrier");
    await sendOnce(ctx, work, order, at);
    passed.outcome = await askOnce(ctx, job, { row, order, at });
  });
  crashPoint("emission.before_record");
  if (!passed.barrier && visit.kind === "failed") return giveUp(ctx, work, visit);
  await settleOperation(ctx, job, visit, { row, order, terms }, passed.outcome);
  crashPoint("emission.after_record");
}

/** What is given up leaves nothing behind; if another worker holds it, it is not given up. */
async function dropMade(
  ctx: WorkerContext,
  job: ClaimedJob,
  order: Order,
  { at, error }: { at: StepVisit; error: unknown },
): Promise<void> {
  if (error instanceof JobTakenOver) return;
  try {
    await order.drop?.(at);
  } catch (left) {
    ctx.log.warn("emission.not_dropped", { job: job.id, error: left });
  }
}

/** Sends it, once. What the portal says is a hint; what it lists afterwards is the proof. */
async function sendOnce(
  ctx: WorkerContext,
  { act, job }: Work,
  order: Order,
  at: StepVisit,
): Promise<void> {
  let word: Word | null = null;
  try {
    word = await order.send(at);
  } catch (error) {
    ctx.log.warn("emission.no_answer", { job: job.id, error });
  }
  crashPoint("emission.after_send");
  const found = word === null ? null : findingOf(word, order, act);
  if (found !== null) await recordAnswer(ctx, job, found);
}

function findingOf(word: Word, order: Order, { terms }: Act): AnswerFinding | null {
  switch (word.kind) {
    case "accepted": {
      if (word.name === null) return null;
      const folio = order.folioOf(word.name);
      return String(folio) === word.name ? { folio: Number(folio) } : { name: word.name };
    }
    case "refused":
      return Object.hasOwn(terms.words.refusals, word.refusal) ? { refused: word.refusal } : null;
  }
}

/** Nothing was sent: the key is released, or the job waits for a dead worker's session to end. */
async function giveUp(
  ctx: WorkerContext,
  { act: { terms }, job, row }: Work,
  visit: Parameters<typeof endFailed>[2],
): Promise<void> {
  const { error } = visit;
  const isBusy = error.code === "connection_busy" && !isClosed(error);
  if (job.takenOver && isBusy) return waitForLeftSession(ctx, job);
  const details =
    error.details === null ? null : await sealJson(ctx.vault, outcomePlace(row), error.details);
  await endFailed(ctx, job, visit, async (tx) => {
    if (await releaseOperation(tx, terms, row, { error, details })) return;
    // The barrier's commit went through although its answer did not: nothing was sent, and nobody
    // can prove it.
    await changeOperation(tx, terms, {
      where: [eq(operations.id, row.id), eq(operations.state, "crossed")],
      change: { state: "unknown" },
      set: { lookAgainAt: tx.clock.now() },
    });
  });
}
