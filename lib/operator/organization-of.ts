import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/**
 * Where each kind of thing is found by its id, in any organization; deleted things are not found.
 */
const places = {
  org: { what: "organization", from: "organizations", owner: "id", also: "erased_at is null" },
  key: { what: "key", from: "api_keys", owner: "organization_id", also: "true" },
  conn: {
    what: "connection",
    from: "connections",
    owner: "organization_id",
    also: "deleted_at is null",
  },
  cs: { what: "link", from: "links", owner: "organization_id", also: "true" },
  sjb: { what: "job", from: "sync_jobs", owner: "organization_id", also: "true" },
  oper: { what: "operation", from: "operations", owner: "organization_id", also: "true" },
} as const;

export type OwnedPrefix = keyof typeof places;
export const ownedPrefixes = Object.keys(places) as OwnedPrefix[];

/** The organization that an id belongs to. An unknown id is `forbidden`. */
export async function organizationOf(
  ctx: SystemContext,
  prefix: OwnedPrefix,
  id: string,
): Promise<string> {
  const { what, from, owner, also } = places[prefix];
  const find: Statement = {
    name: `operator.organization_of_${prefix}`,
    repeatable: true,
    text: `select ${owner} as organization from ${from} where id = $1 and ${also}`,
  };
  const [found] = await withSystemTx(ctx, ({ db }) => db.run<{ organization: string }>(find, [id]));
  if (found !== undefined) return found.organization;
  throw new AppError("forbidden", { details: { reason: `no such ${what}` } });
}
