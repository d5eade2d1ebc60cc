import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { DteTotals, DocumentKind } from "#lib/contract/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { isAnnulledAt, isConfirmed } from "#lib/ledger/index.ts";

export interface WaitingPreparation {
  id: string;
  kind: DocumentKind;
  tipoDte: number;
  totals: DteTotals | null;
  company: string;
  /** The display name of the person or key that previewed it; null when that is gone. */
  asker: string | null;
  /** When somebody else first asked to issue it: it waits for a person. */
  askedAt: Date | null;
  isConfirmed: boolean;
  expiresAt: Date;
}

interface Part {
  limit: number;
  /** The place of the last one already listed. */
  after?: readonly string[] | undefined;
}

interface PreparationPart {
  preparations: WaitingPreparation[];
  /** How many wait for a person, in all parts together. */
  asked: number;
  /** The `after` of the next part, if there is one. */
  next: string[] | null;
}

const waits = `(p.confirmation_asked_at is not null and not ${isConfirmed})`;

const live: Statement = {
  name: "emissions.live_preparations",
  repeatable: true,
  text: `
    with live as (
      select p.id, p.kind, p.tipo_dte as "tipoDte", p.totals, c.nombre as company,
        p.actor_id as "actorId", p.confirmation_asked_at as "askedAt", ${waits} as waits,
        ${isConfirmed} as "isConfirmed", p.expires_at as "expiresAt"
      from preparations p
      join connections c on c.organization_id = p.organization_id and c.id = p.connection_id
      where p.organization_id = $1 and p.expires_at > $2 and p.document_hash is not null
        and p.state <> 'consumed' and p.rejected_by is null
        and not ${isAnnulledAt("$2")}
    )
    -- A part without rows still has the count.
    select part.*, asked.count as asked
    from (select count(*)::int from live where waits) asked
    left join (
      select * from live
      where $3::boolean is null or (not waits, "expiresAt", id) > ($3, $4::timestamptz, $5::text)
      order by not waits, "expiresAt", id
      limit $6
    ) part on true
    order by not waits, "expiresAt", id`,
};

type Row = Omit<WaitingPreparation, "asker"> & { actorId: string; waits: boolean };
type Found = { asked: number } & (Row | { id: null });

/** Previews that can still be issued; those that wait for a person first. */
export async function listPreparations(
  ctx: Context,
  { limit, after }: Part,
): Promise<PreparationPart> {
  const [isLast = null, expiresAt = null, id = null] = after ?? [];
  const found = await withTx(ctx, ({ db }) =>
    db.run<Found>(live, [
      ctx.organization.id,
      ctx.clock.now(),
      isLast === null ? null : isLast === "1",
      expiresAt,
      id,
      limit + 1,
    ]),
  );
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]));
  const { page, last } = pageOf(rows, limit);
  const names = await namesOfActors(
    ctx,
    page.map(({ actorId }) => actorId),
  );
  return {
    preparations: page.map(({ actorId, ...row }) => ({
      ...row,
      asker: names.get(actorId) ?? null,
    })),
    asked: found[0]?.asked ?? 0,
    next: last === null ? null : [last.waits ? "0" : "1", last.expiresAt.toISOString(), last.id],
  };
}
