import type { SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

const keptMs = 7 * 24 * 3_600_000;

/** A client that nobody let act for them. One with a document is made again when it comes back. */
const dropClients: Statement = {
  name: "auth.drop_unused_clients",
  repeatable: true,
  text: `
    delete from auth.oauth_client c
    where c.created_at < $1 and (c.client_discovery_id is null or c.fresh_until < $1)
      and not exists (select from grants g where g.client_id = c.client_id)`,
};

/** Housekeeping's: registering is open to everybody, and what is not used is not kept. */
export async function dropUnusedClients(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, ({ db }) => db.run(dropClients, [before]));
}
