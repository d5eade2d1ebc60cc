import type { SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { dayMs } from "#lib/kernel/clock.ts";

const keptMs = 7 * dayMs;

/** Clients that nobody has authorized. One with a document is made again when it comes back. */
const dropClients: Statement = {
  name: "auth.drop_unused_clients",
  repeatable: true,
  text: `
    delete from auth.oauth_client c
    where c.created_at < $1 and (c.client_discovery_id is null or c.fresh_until < $1)
      and not exists (select from grants g where g.client_id = c.client_id)`,
};

/** Run by housekeeping: anybody may register a client, so unused ones are dropped. */
export async function dropUnusedClients(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, ({ db }) => db.run(dropClients, [before]));
}
