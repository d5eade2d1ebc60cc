import { and, eq, inArray, isNull } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  endJob,
  JobTakenOver,
  isClosed,
  requireHeld,
  waitForLeftSession,
  type ClaimedJob,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import type { SendAnswer } from "#lib/contract/index.ts";
import {
  operations,
  type AnswerFinding,
  type OperationRow,
  type PreparationRow,
} from "../emissions.sql.ts";
import { insertStep, recordAnswer, recordStep } from "../evidence.ts";
import { profileOf } from "../issuer-profile.ts";
import { documentHash, looksLike, openDocument } from "../sealed-document.ts";
import type { PreparedDocument } from "../sealed-document.ts";
import { releaseOperation, type Outcome } from "../settle-operation.ts";
import { isOlder, preparationMinutes } from "../states.ts";
import { endSettled } from "./end-settled.ts";
import { fieldsOf, issuedLike, lookAtList } from "./look-at-list.ts";
import { preparationOf } from "./operation-of.ts";
import { runReconciliation } from "./reconcile-job.ts";
import { endFailed, visitInvoicer, type InvoicerInside } from "./visit-invoicer.ts";

/** Before the barrier everything can be given up; past it there are three ends and no way back. */
export async function runEmission(
  ctx: WorkerContext,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const taken = await takeOperation(ctx, job);
  switch (taken.kind) {
    case "ended":
      return endJob(ctx, job, { status: "succeeded", outcomes: [], lastError: null }, () =>
        Promise.resolve(),
      );
    case "crossed":
      return runReconciliation(ctx, job, signal);
    case "taken":
      return emit(ctx, job, taken.row, signal);
  }
}

type Taken = { kind: "ended" } | { kind: "crossed" } | { kind: "taken"; row: OperationRow };

/**
 * The operation in this worker's hands, and in no later one's. One whose barrier was crossed, by
 * any worker, is never sent again: it is unknown until the authority's list tells.
 */
function takeOperation(ctx: WorkerContext, job: ClaimedJob): Promise<Taken> {
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const mine = and(
      eq(operations.organizationId, job.organizationId),
      eq(operations.id, job.targetId ?? ""),
    );
    const [row] = await tx.db.orm.select().from(operations).where(mine).for("update");
    if (row === undefined) throw new TypeError("an emission without its operation");
    if (row.token >= job.token) throw new JobTakenOver();
    if (row.state === "queued" || row.state === "running") {
      await tx.db.orm.update(operations).set({ state: "running", token: job.token }).where(mine);
      return { kind: "taken", row: { ...row, state: "running", token: job.token } };
    }
    if (row.state === "crossed") {
      // Due at once: should this worker die too, housekeeping looks at the list.
      const unknown = { state: "unknown", token: job.token, lookAgainAt: tx.clock.now() } as const;
      await tx.db.orm.update(operations).set(unknown).where(mine);
    }
    const open = row.state === "crossed" || row.state === "unknown";
    return open ? { kind: "crossed" } : { kind: "ended" };
  });
}

async function emit(
  ctx: WorkerContext,
  job: ClaimedJob,
  row: OperationRow,
  signal: AbortSignal,
): Promise<void> {
  if (isOverdue(row, ctx.clock.now())) return giveUp(ctx, job, row, { error: overdue() });
  const prepared = await preparationOf(ctx, row);
  const document = await openDocument(ctx, prepared);
  // Set right before the sending: from then on no failure may call the operation undone.
  const passed = { barrier: false, outcome: { kind: "unknown" } as Outcome };
  const visit = await visitInvoicer(ctx, job, signal, async (inside) => {
    await prepareSending(ctx, job, { row, prepared, document, inside });
    crashPoint("emission.before_barrier");
    await crossBarrier(ctx, job, row);
    passed.barrier = true;
    crashPoint("emission.after_barrier");
    passed.outcome = await sendOnce(ctx, job, { row, document, inside });
  });
  crashPoint("emission.before_record");
  if (!passed.barrier && visit.kind === "failed") return giveUp(ctx, job, row, visit);
  await endSettled(ctx, job, visit, { row, document, outcome: passed.outcome });
  crashPoint("emission.after_record");
}

interface Sending {
  row: OperationRow;
  document: PreparedDocument;
  inside: InvoicerInside;
}

/** The caller has long stopped waiting, and may have taken another way. */
function isOverdue({ createdAt }: OperationRow, now: Date): boolean {
  return isOlder(createdAt, preparationMinutes * 60, now);
}

function overdue(): AppError {
  return new AppError("tributario_preview_token_expired");
}

/** Everything up to the signature. Nothing of it issues anything. */
async function prepareSending(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, prepared, document, inside }: Sending & { prepared: PreparationRow },
): Promise<void> {
  const { emitter, subject } = inside;
  const profile = await withSystemTx(ctx, (tx) =>
    profileOf(tx, row.organizationId, row.connectionId),
  );
  await recordStep(ctx, job, "preview");
  const fresh = await emitter.preview(document.request, profile);
  if (fresh.revisionEmisor !== prepared.issuerRevision) {
    throw new AppError("tributario_emitter_profile_changed");
  }
  if (documentHash(fresh) !== prepared.documentHash) {
    throw new AppError("tributario_preview_changed");
  }
  const listed = await issuedLike(emitter, document);
  const known = listed
    .filter((one) => looksLike(fieldsOf(one)) === row.looksLike)
    .map(({ folio }) => folio);
  await recordKnown(ctx, job, row, known);
  await recordStep(ctx, job, "propose");
  await emitter.propose();
  // Who issues receipts signs nothing with a certificate of their own.
  await recordStep(ctx, job, "sign");
  await subject.withFields(async (fields) => {
    const password = fields["claveCertificado"] ?? "";
    if (password === "") throw new AppError("tributario_signing_material_required");
    await emitter.sign(password);
  });
}

async function recordKnown(
  ctx: WorkerContext,
  job: ClaimedJob,
  row: OperationRow,
  knownFolios: number[],
): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const rows = await tx.db.orm
      .update(operations)
      .set({ knownFolios })
      .where(and(eq(operations.id, row.id), eq(operations.token, job.token)))
      .returning({ id: operations.id });
    if (rows.length === 0) throw new JobTakenOver();
  });
  row.knownFolios = knownFolios;
}

/** The fence: committed before anything is sent, by the one worker that still holds the operation. */
async function crossBarrier(ctx: WorkerContext, job: ClaimedJob, row: OperationRow): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    const barrierAt = tx.clock.now();
    if (isOverdue(row, barrierAt)) throw overdue();
    const rows = await tx.db.orm
      .update(operations)
      .set({ state: "crossed", barrierAt })
      .where(
        and(
          eq(operations.id, row.id),
          eq(operations.token, job.token),
          eq(operations.state, "running"),
          isNull(operations.barrierAt),
        ),
      )
      .returning({ id: operations.id });
    if (rows.length === 0) throw new JobTakenOver();
    await insertStep(tx, job, "send", null);
    row.barrierAt = barrierAt;
  });
}

/** The one sending. What the portal says is a hint; its list of issued documents is the proof. */
async function sendOnce(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, document, inside: { emitter } }: Sending,
): Promise<Outcome> {
  let answer: SendAnswer | null = null;
  try {
    answer = await emitter.send();
  } catch (error) {
    ctx.log.warn("emission.no_answer", { job: job.id, error });
  }
  crashPoint("emission.after_send");
  const found = answer === null ? null : findingOf(answer);
  if (found !== null) await recordAnswer(ctx, job, found);
  return lookAtList(ctx, job, { row, document, emitter });
}

function findingOf(answer: SendAnswer): AnswerFinding | null {
  switch (answer.kind) {
    case "accepted":
      return answer.folio === null ? null : { folio: answer.folio };
    case "refused":
      return { refused: answer.unsigned ? "signature" : "content" };
  }
}

/** Nothing was sent: the key is released, or the job waits for a dead worker's session to end. */
async function giveUp(
  ctx: WorkerContext,
  job: ClaimedJob,
  row: OperationRow,
  visit: Parameters<typeof endFailed>[2],
): Promise<void> {
  const { error } = visit;
  const isBusy = error.code === "connection_busy" && !isClosed(error);
  if (job.takenOver && isBusy) return waitForLeftSession(ctx, job);
  const { vault, secret } = ctx;
  await endFailed(ctx, job, visit, async (tx) => {
    const released = await releaseOperation({ ...tx, vault, secret }, row, job.token, error);
    if (released) return;
    // The barrier's commit got through although its answer did not: nothing was sent, and
    // nobody can prove it.
    await tx.db.orm
      .update(operations)
      .set({ state: "unknown", lookAgainAt: tx.clock.now() })
      .where(and(eq(operations.id, row.id), inArray(operations.state, ["crossed"])));
  });
}
