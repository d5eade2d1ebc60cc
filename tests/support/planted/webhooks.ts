import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Planted } from "./reading.ts";

export interface PlantedWebhooks {
  /** One that works, and one that disabled itself. */
  live: string;
  disabled: string;
  delivered: string;
  failed: string;
  event: string;
}

const hourMs = 3_600_000;

/** Two endpoints with a day of past deliveries, as rows: nothing was sent. */
export async function plantWebhooks(
  { database, clock }: Pick<Planted, "clock" | "database">,
  organizationId: string,
): Promise<PlantedWebhooks> {
  const now = clock.now();
  const ago = (hours: number): Date => new Date(now.getTime() - hours * hourMs);
  const endpoint = async (path: string, detail: string | null): Promise<string> => {
    const id = newId("whk", ago(30));
    await database.owner(
      `insert into webhook_endpoints (organization_id, id, url, event_types, secret,
         consecutive_failures, created_at, disabled_at, disabled_reason, disabled_detail)
       values ($1, $2, $3, '{}', '\\x00', 0, $4, $5, $6, $7)`,
      [
        organizationId,
        id,
        `https://hooks.maule.example/${path}?entorno=produccion`,
        ago(30),
        detail === null ? null : ago(1),
        detail === null ? null : "automatic",
        detail,
      ],
    );
    return id;
  };
  const event = async (at: Date): Promise<string> => {
    const id = newId("whev", at);
    const type = "connect_session.consumed";
    const data = { session: { id: "cs_prueba" }, verified: true };
    const body = canonicalJson({ type, timestamp: at.toISOString(), data });
    await database.owner(
      `insert into webhook_events (organization_id, id, type, body, created_at)
       values ($1, $2, $3, $4, $5)`,
      [organizationId, id, type, body, at],
    );
    return id;
  };
  const delivery = async (endpointId: string, at: Date, error: string | null) => {
    const id = newId("whd", at);
    const eventId = await event(at);
    const status = error === null ? 200 : 410;
    const row = [organizationId, endpointId, id];
    await database.owner(
      `insert into webhook_deliveries (organization_id, endpoint_id, id, event_id, status, attempts,
         token, response_status, error, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 1, 1, $6, $7, $8, $8)`,
      [...row, eventId, error === null ? "delivered" : "failed", status, error, at],
    );
    await database.owner(
      `insert into webhook_attempts (organization_id, endpoint_id, delivery_id, token, attempted_at,
         response_status, duration_ms, error) values ($1, $2, $3, 1, $4, $5, 84, $6)`,
      [...row, at, status, error],
    );
    return { id, eventId };
  };
  const live = await endpoint("avisos", null);
  const disabled = await endpoint("viejo", "answered 410");
  for (let hour = 20; hour > 2; hour -= 3) await delivery(live, ago(hour), null);
  const failed = await delivery(disabled, ago(2), "answered 410");
  const delivered = await delivery(live, ago(1), null);
  return { live, disabled, delivered: delivered.id, failed: failed.id, event: delivered.eventId };
}
