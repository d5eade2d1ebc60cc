import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { DteTotals, DocumentKind } from "#lib/contract/index.ts";
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

const live: Statement = {
  name: "emissions.live_preparations",
  repeatable: true,
  text: `
    select p.id, p.kind, p.tipo_dte as "tipoDte", p.totals, c.nombre as company,
      p.actor_id as "actorId", p.confirmation_asked_at as "askedAt",
      ${isConfirmed} as "isConfirmed", p.expires_at as "expiresAt"
    from preparations p
    join connections c on c.organization_id = p.organization_id and c.id = p.connection_id
    where p.organization_id = $1 and p.expires_at > $2 and p.document_hash is not null
      and p.state <> 'consumed' and p.rejected_by is null
      and not ${isAnnulledAt("$2")}
    order by (p.confirmation_asked_at is not null and not ${isConfirmed}) desc, p.expires_at, p.id
    limit 200`,
};

/** Previews that can still be issued; those that wait for a person first. */
export async function listPreparations(ctx: Context): Promise<WaitingPreparation[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.run<Omit<WaitingPreparation, "asker"> & { actorId: string }>(live, [
      ctx.organization.id,
      ctx.clock.now(),
    ]),
  );
  const names = await namesOfActors(
    ctx,
    rows.map(({ actorId }) => actorId),
  );
  return rows.map(({ actorId, ...row }) => ({ ...row, asker: names.get(actorId) ?? null }));
}
