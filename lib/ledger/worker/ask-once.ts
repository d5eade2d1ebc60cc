import { withSystemTx } from "#lib/db/context.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { ActVisit, Order, Outcome } from "../act.ts";
import { findNote, recordFinding, recordNote, saidOf } from "../operation/evidence.ts";
import type { OperationRow } from "../ledger.sql.ts";
import { attributeName } from "./attribute-name.ts";
import { seekersOf } from "./seekers.ts";

interface Look {
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
 * without proof is unknown, and is looked for again:
 *
 * done, "respuesta": the answered name is listed, looks like the operation's, and was not known
 * before.
 * done, "lista": no name was answered, and only one listed thing can be the operation's. It may
 * still be one that somebody else made by hand, so nothing is claimed about its content. One that
 * reverses another thing must also be the one that this other thing points to.
 * rejected: the portal refused in words that mean it, and the list shows nothing new that looks
 * like it. A refusal that the list contradicts proves neither.
 *
 * An act that lists of names cannot help judges what it saw by itself.
 */
export async function askOnce(
  ctx: WorkerContext,
  job: ClaimedJob,
  { row, order, at }: Look,
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
  // An earlier release did not store refusals: it stays refused while nothing contradicts it.
  if (row.state === "rejected" && refused === null && candidates.length === 0) {
    return { kind: "rejected", refusal: "" };
  }
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
