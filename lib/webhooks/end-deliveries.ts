import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

const endOpen: Statement = {
  name: "webhooks.end_deliveries",
  repeatable: false,
  text: `
    update webhook_deliveries d
    set status = 'failed', next_attempt_at = null, error = $3, updated_at = $4
    from webhook_endpoints p, webhook_events e
    where p.organization_id = $1 and d.organization_id = $1 and d.endpoint_id = p.id
      and d.status in ('pending', 'delivering')
      and e.organization_id = $1 and e.id = d.event_id and e.connection_id = $2`,
};

/**
 * Cancels a deleted connection's queued deliveries. They do not count as failures of any endpoint,
 * and the result of a running attempt is discarded.
 */
export async function endDeliveriesOf(
  tx: InTransaction<SystemContext>,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
): Promise<void> {
  const reason = "interrupted: its connection was deleted";
  await tx.db.run(endOpen, [organizationId, connectionId, reason, tx.clock.now()]);
}
