import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import type { AcceptanceState, DocumentKind, DteTotals } from "#lib/contract/index.ts";
import type { OperationState } from "#lib/ledger/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";

export interface OperationLine {
  id: string;
  kind: DocumentKind;
  tipoDte: number;
  folio: number | null;
  state: OperationState;
  /** The authority's answer since then; null when the system itself is the authority. */
  acceptance: AcceptanceState | null;
  total: number | null;
  company: string;
  /** The display name of the person or key that asked for it; null when that is gone. */
  asker: string | null;
  createdAt: Date;
  /** For an unknown outcome: when the authority's list is checked again. */
  lookAgainAt: Date | null;
}

interface OperationList {
  /**
   * On the first page: those with an unknown outcome, oldest first. They are not repeated in the
   * list.
   */
  unknown: OperationLine[];
  /** Newest first. */
  operations: OperationLine[];
  /** Where the next page continues; null at the end of the list. */
  next: readonly string[] | null;
}

interface Row extends Omit<OperationLine, "asker" | "total"> {
  actorId: string;
  totals: DteTotals | null;
}

/** For a deleted connection the ledger only knows the company. */
const lines = `
    select o.id, o.kind, o.tipo_dte as "tipoDte", o.folio::float8 as folio, o.state,
      a.state as acceptance, p.totals,
      coalesce(c.nombre, o.rut) as company, o.actor_id as "actorId", o.created_at as "createdAt",
      o.look_again_at as "lookAgainAt"
    from operations o
    join preparations p on p.organization_id = o.organization_id and p.id = o.preparation_id
    left join document_acceptances a on a.operation_id = o.id
    left join connections c on c.organization_id = o.organization_id and c.id = o.connection_id
    where o.organization_id = $1 and o.tipo_dte is not null`;

const unknownOnes: Statement = {
  name: "emissions.unknown_operations",
  repeatable: true,
  text: `${lines} and o.state = 'unknown' order by o.id limit 50`,
};

/** An operation's id begins with its time. */
const others: Statement = {
  name: "emissions.operations",
  repeatable: true,
  text: `${lines} and o.state <> 'unknown' and ($2::text is null or o.id < $2)
      and ($3::text[] is null or o.state = any($3::text[]) or a.state = any($4::text[]))
    order by o.id desc limit $5`,
};

/**
 * Those in one of these states, and those about which the authority has since said one of these.
 */
export interface OperationFilter {
  states: readonly OperationState[];
  acceptances: readonly AcceptanceState[];
}

interface OperationQuery {
  place: readonly string[] | null;
  /** Null means all of them. */
  filter: OperationFilter | null;
  limit: number;
}

/** What the organization issued or tried to issue; every member may see it. */
export async function listOperations(
  ctx: Context,
  { place, filter, limit }: OperationQuery,
): Promise<OperationList> {
  const id = ctx.organization.id;
  const before = place?.[0] ?? null;
  const { states, acceptances } = filter ?? { states: null, acceptances: [] };
  const [unknown, found] = await withTx(ctx, async ({ db }) => [
    before === null && (states === null || states.includes("unknown"))
      ? await db.run<Row>(unknownOnes, [id])
      : [],
    await db.run<Row>(others, [id, before, states, acceptances, limit + 1]),
  ]);
  const { page: rows, last } = pageOf(found, limit);
  const actorIds = [...unknown, ...rows].map(({ actorId }) => actorId);
  const names = await namesOfActors(ctx, actorIds);
  const toLine = ({ actorId, totals, ...row }: Row): OperationLine => ({
    ...row,
    total: totals?.total ?? null,
    asker: names.get(actorId) ?? null,
  });
  return {
    unknown: unknown.map(toLine),
    operations: rows.map(toLine),
    next: last === null ? null : [last.id],
  };
}
