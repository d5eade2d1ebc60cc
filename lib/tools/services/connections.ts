import { listConnections } from "#lib/connections/index.ts";
import type { Context } from "#lib/db/context.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import { listLastFailures, listOpenSyncs } from "#lib/sync/index.ts";
import type { ToolServices } from "#lib/contract/index.ts";

/** The organization's connections, each with its syncs that have not ended and its last failure. */
export function connectionsFor(ctx: Context & { cursors: Cursors }): ToolServices["connections"] {
  const list = ["connections", ctx.organization.id];
  return {
    list: async ({ limit, cursor }) => {
      const after = cursor === undefined ? undefined : ctx.cursors.read(list, cursor);
      const one = limit === undefined ? undefined : limit + 1;
      const [found, open] = await Promise.all([
        listConnections(ctx, { limit: one, after }),
        listOpenSyncs(ctx),
      ]);
      const { page, last } = pageOf(found, limit ?? Infinity);
      const shown = page.map(({ id }) => id);
      const failures = await listLastFailures(ctx, shown);
      return {
        connections: page.map((connection) => ({
          ...connection,
          sincronizacionesPendientes: open.get(connection.id) ?? [],
          ultimoFallo: failures.get(connection.id) ?? null,
        })),
        cursor: last === null ? null : ctx.cursors.make(list, [last.creadaEn, last.id]),
      };
    },
  };
}
