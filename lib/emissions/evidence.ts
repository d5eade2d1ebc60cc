import { and, asc, eq, inArray } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type ClaimedJob, requireHeld } from "#lib/jobs/index.ts";
import { operationEvidence, type AnswerFinding, type ListFinding } from "./emissions.sql.ts";

type EmissionStep =
  | "login"
  | "preview"
  | "propose"
  | "sign"
  | "send"
  | "answer"
  | "issued_list"
  | "pdf";

/** A row before each external step: a worker that no longer holds the job takes none. */
export function recordStep(ctx: SystemContext, job: ClaimedJob, step: EmissionStep): Promise<void> {
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    await insertStep(tx, job, step, null);
  });
}

/** What was seen in the authority's list, and when. */
export function recordFinding(
  ctx: SystemContext,
  job: ClaimedJob,
  found: ListFinding,
): Promise<void> {
  return recordFound(ctx, job, "issued_list", found);
}

/** The portal's answer to the sending: what a look at the list has to agree with, then and later. */
export function recordAnswer(
  ctx: SystemContext,
  job: ClaimedJob,
  answer: AnswerFinding,
): Promise<void> {
  return recordFound(ctx, job, "answer", answer);
}

function recordFound(
  ctx: SystemContext,
  job: ClaimedJob,
  step: EmissionStep,
  found: ListFinding | AnswerFinding,
): Promise<void> {
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    await insertStep(tx, job, step, found);
  });
}

export async function insertStep(
  tx: InTransaction<SystemContext>,
  job: ClaimedJob,
  step: EmissionStep,
  found: ListFinding | AnswerFinding | null,
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

export async function evidenceOf(tx: InTransaction<SystemContext>, operationId: string) {
  const { step, found, at } = operationEvidence;
  return tx.db.orm
    .select({ step, found, at })
    .from(operationEvidence)
    .where(eq(operationEvidence.operationId, operationId))
    .orderBy(asc(at), asc(operationEvidence.id));
}

/** The answer of each operation whose sending was answered with a folio or a refusal. */
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
      answer === null || "listed" in answer ? [] : [[id, answer]],
    ),
  );
}
