import type { Context, InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/**
 * For statements that read `preparations p`: nothing stays open when its key or grant has ended, or
 * its maker is no longer a member. `now`: the instant, a parameter of the statement.
 */
export function isAnnulledAt(now: string): string {
  return `(p.actor_kind = 'api_key' and not exists (
      select from api_keys k where k.id = p.actor_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now}))
    or p.actor_kind = 'oauth' and not exists (
      select from grants g
      join members m on m.organization_id = g.organization_id and m.user_id = g.user_id
      where g.id = p.actor_id and g.ended_at is null
        and g.idle_ends_at > ${now} and g.ends_at > ${now})
    or p.actor_kind = 'member' and not exists (
      select from members m where m.organization_id = p.organization_id and m.user_id = p.actor_id))`;
}

/** Also for `preparations p`: a person's confirmation counts while they may issue. */
export const isConfirmed = `exists (
    select from members m where m.organization_id = p.organization_id and m.user_id = p.confirmed_by
      and (m.role in ('owner', 'admin') or m.can_issue))`;

interface Validity {
  isAnnulled: boolean;
  isConfirmed: boolean;
}

const find: Statement = {
  name: "ledger.preparation_validity",
  repeatable: true,
  text: `
    select ${isAnnulledAt("$3::timestamptz")} as "isAnnulled", ${isConfirmed} as "isConfirmed"
    from preparations p where p.organization_id = $1 and p.id = $2`,
};

/** Whether its maker and its confirmer may still act. */
export async function validityOf(
  { db, organization, clock }: InTransaction<Context>,
  previewRef: string,
): Promise<Validity> {
  const [row] = await db.run<Validity>(find, [organization.id, previewRef, clock.now()]);
  if (row === undefined) throw new TypeError("no such preparation");
  return row;
}
