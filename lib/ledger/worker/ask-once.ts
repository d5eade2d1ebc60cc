import { and, eq, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import { type InTransaction, type SystemContext, withSystemTx } from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { actOf, type Acts, type ActVisit, type Order, type Outcome } from "../act.ts";
import { isUndecided, type OperationRow, operations } from "../ledger.sql.ts";
import {
  answeredName,
  answersOf,
  findNote,
  recordFinding,
  recordNote,
  refusedIn,
  saidOf,
} from "../operation/evidence.ts";
import { attributeName, type Seeker } from "./attribute-name.ts";
import { operationOf } from "../operation/find-operation.ts";
import { settleOperation } from "./settle-operation.ts";
import { endFailed, visitAct } from "./visit-act.ts";

interface Asking {
  row: OperationRow;
  order: Order;
  at: ActVisit;
}

/** What a step stores about the portal for later ones. */
export function notesOf(ctx: WorkerContext, job: ClaimedJob) {
  return {
    note: (name: string, value: string) => recordNote(ctx, job, name, value),
    noted: (name: string) => findNote(ctx, job, name),
  };
}

/**
 * What the portal's list says about the operation. Three ends, each with its proof; anything
 * without proof is unknown, and is asked for again:
 *
 * done, "respuesta": the answered name is listed, is alike, and was not known
 * before.
 * done, "lista": no name was answered, and only one listed thing can be the operation's. It may
 * still be one that somebody else made by hand, so nothing is claimed about its content. One that
 * reverses another thing must also be the one that this other thing points to.
 * rejected: the portal refused in words that mean it, and the list shows nothing new that is
 * alike. A refusal that the list contradicts proves neither.
 *
 * An act that lists of names cannot help judges what it saw by itself.
 */
export async function askOnce(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, order, at }: Asking,
): Promise<Outcome> {
  const sight = await order.ask({ ...at, ...notesOf(ctx, job) });
  if (sight.kind === "verdict") {
    await recordFinding(ctx, job, sight.found);
    return sight.judge(await withSystemTx(ctx, (tx) => saidOf(tx, row.id)));
  }
  const { listed, matching, contradictsRefusal = false, pointedTo } = sight;
  const { own, refused, rivals, taken, takenHere } = await withSystemTx(ctx, (tx) =>
    seekersOf(tx, row),
  );
  const free = matching.filter((name) => !taken.has(name));
  const candidates = free.filter((name) => own.known?.has(name) !== true);
  await recordFinding(ctx, job, {
    listed,
    matching: matching.length,
    candidates: matching.filter((name) => own.known?.has(name) !== true && !takenHere.has(name))
      .length,
  });
  if (refused !== null) {
    const isContradicted = candidates.length > 0 || contradictsRefusal;
    return isContradicted ? { kind: "unknown" } : { kind: "rejected", refusal: refused };
  }
  const name =
    pointedTo !== undefined && own.answered === null
      ? attributeName(
          own,
          rivals.filter(({ target }) => target === row.target),
          await pointedTo(free),
        )
      : attributeName(own, rivals, free);
  if (name === null) return { kind: "unknown" };
  return { kind: "done", name, prueba: own.answered === null ? "lista" : "respuesta" };
}

interface Seekers {
  own: Seeker;
  /** A known refusal that the portal answered when it was sent. */
  refused: string | null;
  /** Past the barrier without an end, and indistinguishable from this one. */
  rivals: (Seeker & { target: string | null })[];
  /** Names that belong to settled operations. */
  taken: ReadonlySet<string>;
  /** Those of them that the operation's organization may know of. */
  takenHere: ReadonlySet<string>;
}

/**
 * Who else may own something in the list. The list is the company's, so rivals are all that sent
 * for the company, by any connection of any organization: an accountant and its client, say. Each
 * only learns of its own; that another one may own it shows as an unknown outcome.
 */
async function seekersOf(tx: InTransaction<SystemContext>, row: OperationRow): Promise<Seekers> {
  const { orm } = tx.db;
  const ofCompany = and(
    eq(operations.connector, row.connector),
    eq(operations.companyRut, row.companyRut),
    ne(operations.id, row.id),
  );
  // Before the settled ones: an operation settled in between is then seen as a rival, not missed.
  const open = await orm
    .select({ id: operations.id, known: operations.known, target: operations.target })
    .from(operations)
    .where(
      and(
        ofCompany,
        eq(operations.looksLike, row.looksLike),
        isUndecided,
        // Its act tells the two apart by their instants.
        or(isNull(operations.setAsideAt), gt(operations.setAsideAt, row.createdAt)),
      ),
    );
  // What another connection had found before this operation began was listed before it was sent.
  const mayBeNew = or(
    eq(operations.connectionId, row.connectionId),
    gt(operations.finishedAt, row.createdAt),
  );
  const settled = await orm
    .select({ name: operations.externalRef, organizationId: operations.organizationId })
    .from(operations)
    .where(
      and(
        ofCompany,
        mayBeNew,
        row.tipoDte === null ? eq(operations.kind, row.kind) : eq(operations.tipoDte, row.tipoDte),
        isNotNull(operations.externalRef),
      ),
    );
  const answers = await answersOf(tx, [row.id, ...open.map(({ id }) => id)]);
  const seeker = ({ id, known, target }: (typeof open)[number]) => ({
    known: known === null ? null : new Set(known),
    answered: answeredName(answers.get(id)),
    target,
  });
  return {
    own: seeker(row),
    refused: refusedIn(answers.get(row.id)),
    rivals: open.map(seeker),
    taken: namesOf(settled),
    takenHere: namesOf(
      settled.filter(({ organizationId }) => organizationId === row.organizationId),
    ),
  };
}

function namesOf(settled: readonly { name: string | null }[]): ReadonlySet<string> {
  return new Set(settled.flatMap(({ name }) => name ?? []));
}

/** Reads what the portal lists, and nothing else: whatever it shows, nothing is sent. */
export async function runAsking(
  ctx: WorkerContext,
  acts: Acts,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const row = await operationOf(ctx, job);
  const act = actOf(acts, row);
  const order = await act.open(ctx, row);
  const visit = await visitAct(ctx, { job, act, signal }, (at) =>
    askOnce(ctx, job, { row, order, at }),
  );
  // A refused one stays refused when nobody could ask.
  if (visit.kind === "failed" && row.state === "rejected") {
    return endFailed(ctx, job, visit);
  }
  const outcome: Outcome = visit.kind === "failed" ? { kind: "unknown" } : visit.value;
  await settleOperation(ctx, job, visit, { row, order, terms: act.terms }, outcome);
}
