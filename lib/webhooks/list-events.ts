import { and, desc, eq, lt, ne } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import { isKept, toEvent, type Event } from "./event.ts";
import { testEventType } from "./event-types.ts";
import { webhookEvents } from "./webhooks.sql.ts";

interface EventQuery {
  type?: string | undefined;
  connectionId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

interface EventPage {
  events: Event[];
  cursor: string | null;
}

/** Newest first, whether an endpoint wanted them or not. Tests only when asked for by type. */
export async function listEvents(
  ctx: Context & { cursors: Cursors },
  { type, connectionId, limit, cursor }: EventQuery,
): Promise<EventPage> {
  const list = ["webhook_events", ctx.organization.id, { type, connectionId }];
  const [after] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(webhookEvents)
      .where(
        and(
          eq(webhookEvents.organizationId, ctx.organization.id),
          ofKnownConnection(ctx, webhookEvents.connectionId),
          isKept,
          type === undefined ? ne(webhookEvents.type, testEventType) : eq(webhookEvents.type, type),
          connectionId === undefined ? undefined : eq(webhookEvents.connectionId, connectionId),
          after === undefined ? undefined : lt(webhookEvents.id, after),
        ),
      )
      .orderBy(desc(webhookEvents.id))
      .limit(limit + 1),
  );
  const { page, last } = pageOf(rows, limit);
  const next = last === null ? null : ctx.cursors.make(list, [last.id]);
  return { events: page.map(toEvent), cursor: next };
}
