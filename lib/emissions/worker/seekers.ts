import { and, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { operations, type OperationRow } from "../emissions.sql.ts";
import { answersOf } from "../evidence.ts";
import type { Seeker } from "./attribute-document.ts";

interface Seekers {
  own: Seeker;
  /** The portal's answer to the own sending was a known refusal. */
  refused: "content" | "signature" | null;
  /** Past the barrier without an end, and nobody could tell their documents from this one's. */
  rivals: (Seeker & { target: string | null })[];
  /** Folios that are settled operations' own. */
  taken: ReadonlySet<number>;
  /** Of these, the ones that the operation's organization may hear of. */
  takenHere: ReadonlySet<number>;
}

/**
 * Who else may have a document of the list. The list is the company's, so rivals are all that sent
 * for the company, by any connection of any organization: an accountant and its client, say. Each
 * is told of its own alone; that another one may have its document it meets as an unknown outcome.
 */
export async function seekersOf(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
): Promise<Seekers> {
  const { orm } = tx.db;
  const ofCompany = and(
    eq(operations.connector, row.connector),
    eq(operations.rut, row.rut),
    ne(operations.id, row.id),
  );
  // Before the settled ones: an operation settled in between is then seen as a rival, not missed.
  const open = await orm
    .select({
      id: operations.id,
      knownFolios: operations.knownFolios,
      target: operations.target,
    })
    .from(operations)
    .where(
      and(
        ofCompany,
        eq(operations.looksLike, row.looksLike),
        inArray(operations.state, ["crossed", "unknown"]),
      ),
    );
  // What another connection had found before this operation began was listed before its sending.
  const mayBeNew = or(
    eq(operations.connectionId, row.connectionId),
    gt(operations.finishedAt, row.createdAt),
  );
  const settled = await orm
    .select({ folio: operations.folio, organizationId: operations.organizationId })
    .from(operations)
    .where(
      and(ofCompany, mayBeNew, eq(operations.tipoDte, row.tipoDte), isNotNull(operations.folio)),
    );
  const answers = await answersOf(tx, [row.id, ...open.map(({ id }) => id)]);
  const seeker = ({ id, knownFolios, target }: (typeof open)[number]) => {
    const answer = answers.get(id);
    const answered = answer !== undefined && "folio" in answer ? answer.folio : null;
    return { known: new Set(knownFolios), answered, target };
  };
  const answer = answers.get(row.id);
  return {
    own: seeker(row),
    refused: answer !== undefined && "refused" in answer ? answer.refused : null,
    rivals: open.map(seeker),
    taken: foliosOf(settled),
    takenHere: foliosOf(
      settled.filter(({ organizationId }) => organizationId === row.organizationId),
    ),
  };
}

function foliosOf(settled: readonly { folio: number | null }[]): ReadonlySet<number> {
  return new Set(settled.flatMap(({ folio }) => folio ?? []));
}
