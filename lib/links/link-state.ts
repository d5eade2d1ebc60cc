import { sql, type SQL } from "drizzle-orm";
import type { LinkState } from "#lib/contract/index.ts";
import { maxTries } from "./link-failure.ts";
import { links } from "./links.sql.ts";

/** The state of a link at an instant, for statements that read it or wait for it. */
export function stateAt(now: Date): SQL<LinkState> {
  return sql<LinkState>`case
    when ${links.state} = 'consumed' then 'usado'
    when ${isAnnulled(now)} then 'anulado'
    when ${links.state} = 'verifying' then 'verificando'
    when ${links.expiresAt} <= ${now.toISOString()}::timestamptz then 'vencido'
    when ${links.attempts} >= ${maxTries} then 'agotado'
    else 'abierto' end`;
}

/**
 * A link does not stay open when its key or grant has ended, or its maker may make no links any
 * more.
 */
export function isAnnulled(now: Date): SQL<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<boolean>`(${links.state} = 'annulled'
    or ${links.createdByKind} = 'api_key' and not exists (
      select from api_keys k where k.id = ${links.createdById} and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${at}))
    or ${links.createdByKind} = 'oauth' and not exists (
      select from grants g where g.id = ${links.createdById} and g.ended_at is null
        and g.idle_ends_at > ${at} and g.ends_at > ${at} and ${isManager(sql`g.user_id`)})
    or ${links.createdByKind} = 'member' and not ${isManager(sql`${links.createdById}`)})`;
}

function isManager(userId: SQL): SQL {
  return sql`exists (
    select from members m where m.organization_id = ${links.organizationId}
      and m.user_id = ${userId} and m.role in ('owner', 'admin'))`;
}
