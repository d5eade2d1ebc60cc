import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { WebhookScene } from "./webhooks.ts";

export interface FloodedEndpoint {
  organizationId: string;
  endpointId: string;
}

/** Thousands of due deliveries, each of its own event. Returns the events' ids. */
export async function flood(
  scene: Pick<WebhookScene, "database" | "clock">,
  endpoints: readonly FloodedEndpoint[],
  each: number,
): Promise<string[]> {
  const now = scene.clock.now();
  const rows = endpoints.flatMap((endpoint) =>
    Array.from({ length: each }, () => ({
      ...endpoint,
      eventId: newId("whev", now),
      deliveryId: newId("whd", now),
    })),
  );
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  const type = "connect_session.consumed";
  const body = canonicalJson({ type, timestamp: now.toISOString(), data: {} });
  await scene.database.owner(
    `insert into webhook_events (organization_id, id, type, body, created_at)
     select o, e, $3, $4, $5 from unnest($1::text[], $2::text[]) as x (o, e)`,
    [column("organizationId"), column("eventId"), type, body, now],
  );
  await scene.database.owner(
    `insert into webhook_deliveries (organization_id, endpoint_id, id, event_id, status, attempts,
       token, next_attempt_at, created_at, updated_at)
     select o, p, d, e, 'pending', 0, 0, $5, $5, $5
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as x (o, p, d, e)`,
    [column("organizationId"), column("endpointId"), column("deliveryId"), column("eventId"), now],
  );
  return column("eventId");
}
