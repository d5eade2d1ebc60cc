import { and, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
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
}

/** Who else may have a document of the list: of one company, whichever connection it was sent by. */
export async function seekersOf(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
): Promise<Seekers> {
  const { orm } = tx.db;
  const mine = alias(connections, "mine");
  const sameCompany = orm
    .select({ id: connections.id })
    .from(connections)
    .innerJoin(mine, and(eq(mine.connector, connections.connector), eq(mine.rut, connections.rut)))
    .where(and(eq(mine.id, row.connectionId), eq(connections.organizationId, row.organizationId)));
  const ofCompany = and(
    eq(operations.organizationId, row.organizationId),
    or(
      eq(operations.connectionId, row.connectionId),
      inArray(operations.connectionId, sameCompany),
    ),
    ne(operations.id, row.id),
  );
  // Before the settled ones: whoever is settled in between is then a rival still, and not unseen.
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
    .select({ folio: operations.folio })
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
    taken: new Set(settled.flatMap(({ folio }) => folio ?? [])),
  };
}
