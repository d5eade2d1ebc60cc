import { and, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { connections } from "../../connections/connections.sql.ts";
import type { InTransaction, SystemContext } from "../../db/context.ts";
import { operations, type OperationRow } from "../emissions.sql.ts";
import { answeredFolios } from "../evidence.ts";
import type { Seeker } from "./attribute-document.ts";

interface Seekers {
  own: Seeker;
  /** Past the barrier without an end, and nobody could tell their documents from this one's. */
  rivals: Seeker[];
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
    .select({ id: operations.id, knownFolios: operations.knownFolios })
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
  const answered = await answeredFolios(tx, [row.id, ...open.map(({ id }) => id)]);
  const seeker = ({ id, knownFolios }: Pick<OperationRow, "id" | "knownFolios">): Seeker => ({
    known: new Set(knownFolios),
    answered: answered.get(id) ?? null,
  });
  return {
    own: seeker(row),
    rivals: open.map(seeker),
    taken: new Set(settled.flatMap(({ folio }) => folio ?? [])),
  };
}
