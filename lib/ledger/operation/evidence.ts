import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type ClaimedJob, requireHeld } from "#lib/jobs/index.ts";
import type { Said } from "../act.ts";
import {
  operationEvidence,
  type AnswerFinding,
  type Finding,
  type ListFinding,
} from "../ledger.sql.ts";

/** A row before each external step: a worker that no longer holds the job takes none. */
export function recordStep(ctx: SystemContext, job: ClaimedJob, step: string): Promise<void> {
  return recordFound(ctx, job, step, null);
}

/** What was seen in the list, and when. */
export function recordFinding(
  ctx: SystemContext,
  job: ClaimedJob,
  found: ListFinding,
): Promise<void> {
  return recordFound(ctx, job, "issued_list", found);
}

/** The answer when it was sent: what the list shows must agree with it, then and later. */
export function recordAnswer(
  ctx: SystemContext,
  job: ClaimedJob,
  answer: AnswerFinding,
): Promise<void> {
  return recordFound(ctx, job, "answer", answer);
}

/** The portal's name for it: committed before anything follows from it. */
export function recordNote(
  ctx: SystemContext,
  job: ClaimedJob,
  name: string,
  noted: string,
): Promise<void> {
  return recordFound(ctx, job, name, { noted });
}

/** The latest note with a name, by this worker or an earlier one. */
export async function findNote(
  ctx: SystemContext,
  job: ClaimedJob,
  name: string,
): Promise<{ value: string; at: Date } | null> {
  const { operationId, step, found, at, id } = operationEvidence;
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ found, at })
      .from(operationEvidence)
      .where(and(eq(operationId, job.targetId ?? ""), eq(step, name)))
      .orderBy(desc(at), desc(id))
      .limit(1),
  );
  if (row === undefined || row.found === null || !("noted" in row.found)) return null;
  return { value: row.found.noted, at: row.at };
}

function recordFound(
  ctx: SystemContext,
  job: ClaimedJob,
  step: string,
  found: Finding | null,
): Promise<void> {
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    await insertStep(tx, job, step, found);
  });
}

export async function insertStep(
  tx: InTransaction<SystemContext>,
  job: ClaimedJob,
  step: string,
  found: Finding | null,
): Promise<void> {
  const at = tx.clock.now();
  await tx.db.orm.insert(operationEvidence).values({
    id: newId("rec", at),
    organizationId: job.organizationId,
    operationId: job.targetId ?? "",
    token: job.token,
    step,
    found,
    at,
  });
}

/** The steps, and what was seen. An act's private notes are not returned. */
export async function evidenceOf(tx: InTransaction<SystemContext>, operationId: string) {
  const { step, found, at } = operationEvidence;
  const rows = await tx.db.orm
    .select({ step, found, at })
    .from(operationEvidence)
    .where(eq(operationEvidence.operationId, operationId))
    .orderBy(asc(at), asc(operationEvidence.id));
  return rows.map((row) => ({ ...row, found: seenIn(row.found) }));
}

function seenIn(found: Finding | null): ListFinding | AnswerFinding | null {
  return found === null || "noted" in found ? null : found;
}

/** The answer of each operation that was answered with a folio or a refusal when it was sent. */
export async function answersOf(
  { db }: InTransaction<SystemContext>,
  operationIds: readonly string[],
): Promise<Map<string, AnswerFinding>> {
  const { operationId, step, found } = operationEvidence;
  const rows = await db.orm
    .select({ operationId, found })
    .from(operationEvidence)
    .where(and(inArray(operationId, [...operationIds]), eq(step, "answer")));
  return new Map(
    rows.flatMap(({ operationId: id, found: answer }) =>
      answer === null || "listed" in answer || "noted" in answer ? [] : [[id, answer]],
    ),
  );
}

/** The name in an answer, if it contains one. */
export function answeredName(found: ListFinding | AnswerFinding | null | undefined): string | null {
  if (found == null || "listed" in found || "refused" in found) return null;
  return "name" in found ? found.name : String(found.folio);
}

/** What the portal answered when the operation was sent. */
export async function saidOf(tx: InTransaction<SystemContext>, operationId: string): Promise<Said> {
  const answer = (await answersOf(tx, [operationId])).get(operationId);
  return { name: answeredName(answer), refusal: refusedIn(answer) };
}

export function refusedIn(answer: AnswerFinding | undefined): string | null {
  return answer !== undefined && "refused" in answer ? answer.refused : null;
}
