import type { Context } from "#lib/db/context.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { PageQuery } from "#lib/records/index.ts";
import { movements } from "../execute/bench-connector.ts";

export const pageSize = 50;

export type ReadContext = Context & { cursors: Cursors };

/** A page of a connection's movements, newest first. */
export function movementsPage(connectionId: string, cursor: string | null): PageQuery {
  return {
    connectionId,
    dataset: movements.id,
    order: movements.order,
    where: {},
    list: [],
    alcance: "movimientos",
    limit: pageSize,
    cursor,
    finished: null,
  };
}
