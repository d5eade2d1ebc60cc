import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

const find: Statement = {
  name: "identity.names_of_actors",
  repeatable: true,
  text: `
    select id, name from api_keys where organization_id = $1 and id = any($2::text[])
    union all
    select g.id, g.client_name || coalesce(' · ' || m.name, '')
    from grants g
    left join members m on m.organization_id = g.organization_id and m.user_id = g.user_id
    where g.organization_id = $1 and g.id = any($2::text[])
    union all
    select p.user_id, coalesce(p.name, case
      when me.role in ('owner', 'admin') or me.user_id = p.user_id then p.email end, 'Sin nombre')
    from members p
    left join members me on me.organization_id = p.organization_id and me.user_id = $3
    where p.organization_id = $1 and p.user_id = any($2::text[])`,
};

/**
 * Display names of the organization's keys, applications and people, by id. Only owners and admins
 * see the mail of somebody without a name.
 */
export async function namesOfActors(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await withTx(ctx, ({ db }) =>
    db.run<{ id: string; name: string }>(find, [
      ctx.organization.id,
      [...new Set(ids)],
      ctx.actor.kind === "member" ? ctx.actor.id : null,
    ]),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
