import type { SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { withIndexTx, type ClaimedDelivery } from "./claim.ts";

/** As if it had not been claimed; only the token stays, so that nothing of this claim counts. */
const release: Statement = {
  name: "webhooks.release",
  repeatable: false,
  text: `
    with held as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[])
        as h (organization_id, endpoint_id, id, token, due_at)
    )
    update webhook_deliveries d
    set status = 'pending', attempts = d.attempts - 1, next_attempt_at = h.due_at, updated_at = $6
    from held h
    where d.organization_id = h.organization_id and d.endpoint_id = h.endpoint_id
      and d.id = h.id and d.token = h.token and coalesce(d.status, '') = 'delivering'`,
};

/** For claimed deliveries whose attempt was not started. Not for spent ones: those have none. */
export async function releaseClaims(
  ctx: SystemContext,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  const column = <K extends keyof ClaimedDelivery>(name: K) => claimed.map((one) => one[name]);
  const values = [
    column("organizationId"),
    column("endpointId"),
    column("id"),
    column("token"),
    column("dueAt"),
    ctx.clock.now(),
  ];
  await withIndexTx(ctx, ({ db }) => db.run(release, values));
}
