import { newId } from "#lib/kernel/ids.ts";

interface Volume {
  calls: number;
  deliveries: number;
  syncs: number;
  /** Events of the last day that were sent to nobody. */
  missed?: number;
}

interface Place {
  organizationId: string;
  connectionId: string;
  endpointId: string;
  /** The id of a key of the organization. */
  keyId: string;
  now: Date;
}

type Owner = (text: string, values?: unknown[]) => Promise<unknown>;

const dayMs = 24 * 3_600_000;
const days = 25;

/** The rows that an organization leaves in a number of days, spread evenly over them. */
export async function plantVolume(
  owner: Owner,
  { organizationId, connectionId, endpointId, keyId, now }: Place,
  { calls, deliveries, syncs, missed = 0 }: Volume,
): Promise<void> {
  const from = new Date(now.getTime() - days * dayMs);
  await owner("select maintain_audit_partitions($1, 24)", [from]);
  await owner(
    `insert into audit (request_id, organization_id, at, plane, operation, actor_kind, actor_id,
       connection_id, outcome, http_status, latency_ms)
     select 'req_' || lpad(n::text, 26, '0'), $1,
       $2::timestamptz + n * ($3::timestamptz - $2::timestamptz) / ($4::int + 1), 'action',
       (array['banco_a.saldos.consultar', 'banco_a.movimientos.consultar'])[1 + n % 2], 'api_key',
       $5, $6, case when n % 20 = 0 then 'rate_limited' else 'ok' end,
       case when n % 20 = 0 then 429 else 200 end, n % 90
     from generate_series(1, $4::int) n`,
    [organizationId, from, now, calls, keyId, connectionId],
  );
  const instants = (count: number): Date[] =>
    Array.from(
      { length: count },
      (_, n) => new Date(from.getTime() + ((n + 1) * days * dayMs) / (count + 1)),
    );
  const sent = instants(deliveries);
  const rows = {
    events: sent.map((at) => newId("whev", at)),
    deliveries: sent.map((at) => newId("whd", at)),
  };
  await owner(
    `insert into webhook_events (organization_id, id, type, connection_id, body, created_at)
     select $1, id, 'sync.completed', $2, '{"type":"sync.completed","timestamp":"","data":{}}', at
     from unnest($3::text[], $4::timestamptz[]) e (id, at)`,
    [organizationId, connectionId, rows.events, sent],
  );
  await owner(
    `insert into webhook_deliveries (organization_id, endpoint_id, id, event_id, status, attempts, token,
       response_status, created_at, updated_at)
     select $1, $2, id, event_id, 'delivered', 1, 1, 200, at, at
     from unnest($3::text[], $4::text[], $5::timestamptz[]) d (id, event_id, at)`,
    [organizationId, endpointId, rows.deliveries, rows.events, sent],
  );
  await owner(
    `insert into webhook_attempts (organization_id, endpoint_id, delivery_id, token, attempted_at,
       response_status, duration_ms)
     select $1, $2, id, 1, at, 200, 84 from unnest($3::text[], $4::timestamptz[]) d (id, at)`,
    [organizationId, endpointId, rows.deliveries, sent],
  );
  const unsent = Array.from(
    { length: missed },
    (_, n) => new Date(now.getTime() - ((n + 1) * dayMs) / (missed + 1)),
  );
  await owner(
    `insert into webhook_events (organization_id, id, type, connection_id, body, created_at)
     select $1, id, 'tributario.honorarios.document_available', $2,
       '{"type":"tributario.honorarios.document_available","timestamp":"","data":{}}', at
     from unnest($3::text[], $4::timestamptz[]) e (id, at)`,
    [organizationId, connectionId, unsent.map((at) => newId("whev", at)), unsent],
  );
  const asked = instants(syncs);
  await owner(
    `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, periodo,
       trigger, status, outcomes, records_synced, attempts, token, not_before, request_id, actor_kind,
       actor_id, created_at, started_at, finished_at)
     select id, $1, $2, 'sync', 'banco_a', '{movimientos,saldos}', to_char(at, 'YYYY-MM'), 'scheduled',
       'succeeded', '[]', 40, 1, 1, at, 'req_tests', 'system', 'tests', at, at, at
     from unnest($3::text[], $4::timestamptz[]) j (id, at)`,
    [organizationId, connectionId, asked.map((at) => newId("sjb", at)), asked],
  );
  await owner("analyze");
}
