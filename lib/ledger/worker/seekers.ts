import { and, eq, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { isUndecided, operations, type OperationRow } from "../ledger.sql.ts";
import { answeredName, answersOf, refusedIn } from "../operation/evidence.ts";
import type { Seeker } from "./attribute-name.ts";

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
export async function seekersOf(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
): Promise<Seekers> {
  const { orm } = tx.db;
  const ofCompany = and(
    eq(operations.connector, row.connector),
    eq(operations.companyRut, row.companyRut),
    ne(operations.id, row.id),
  );
  // Before the settled ones: an operation settled in between is then seen as a rival, not missed.
  const open = await orm
    .select({
      id: operations.id,
      known: operations.known,
      knownFolios: operations.knownFolios,
      target: operations.target,
    })
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
    .select({
      name: operations.externalRef,
      folio: operations.folio,
      organizationId: operations.organizationId,
    })
    .from(operations)
    .where(
      and(
        ofCompany,
        mayBeNew,
        row.tipoDte === null ? eq(operations.kind, row.kind) : eq(operations.tipoDte, row.tipoDte),
        or(isNotNull(operations.externalRef), isNotNull(operations.folio)),
      ),
    );
  const answers = await answersOf(tx, [row.id, ...open.map(({ id }) => id)]);
  const seeker = ({ id, known: names, knownFolios, target }: (typeof open)[number]) => {
    const answer = answers.get(id);
    // The previous release only knows numbers, and leaves the names unchanged. Both were listed.
    const isRecorded = names !== null || knownFolios !== null;
    const known = isRecorded
      ? new Set([...(names ?? []), ...(knownFolios ?? []).map(String)])
      : null;
    return { known, answered: answeredName(answer), target };
  };
  const answer = answers.get(row.id);
  return {
    own: seeker(row),
    refused: refusedIn(answer),
    rivals: open.map(seeker),
    taken: namesOf(settled),
    takenHere: namesOf(
      settled.filter(({ organizationId }) => organizationId === row.organizationId),
    ),
  };
}

function namesOf(
  settled: readonly { name: string | null; folio: number | null }[],
): ReadonlySet<string> {
  return new Set(settled.map(({ name, folio }) => name ?? String(folio)));
}
