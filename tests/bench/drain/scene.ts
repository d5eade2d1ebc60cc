import { actors } from "#lib/db/actors.ts";
import { randomBytes } from "node:crypto";
import { createCertificate } from "#infra/sandbox/receivers/certificate.ts";
import { createNames } from "#infra/local/names.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import type { Target } from "#lib/egress/index.ts";
import { bounds, createOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createVault } from "#lib/vault/index.ts";
import { createEndpoint, type DeliveryContext } from "#lib/webhooks/index.ts";
import { silentLog } from "#tests/support/log.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { bundleServer } from "../harness/server.ts";

export const host = "hooks.sandbox.test";

export interface DrainScene {
  database: BenchDatabase;
  ctx: Omit<DeliveryContext, "sender"> & { db: Database };
  endpoint(path: "/ok" | "/hang"): Promise<BenchEndpoint>;
  /** Deliveries that are due now, each of its own event. */
  queue(endpoints: readonly BenchEndpoint[], each: number): Promise<void>;
}

export interface BenchEndpoint {
  organizationId: string;
  id: string;
  secret: string;
  target: Target;
}

/** What an event of a sync looks like: some 500 bytes. */
export const body = JSON.stringify({ data: { text: "x".repeat(450) }, type: "sync.succeeded" });

/** Endpoints at a TLS server in a separate process, over a fresh database. */
export function withDrainScene<T>(work: (scene: DrainScene) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const bundle = await bundleServer(new URL("./sink-server.ts", import.meta.url));
    const certificate = await createCertificate(host);
    const sink = await bundle.start(certificate);
    const db = await openDatabase({ url: database.workerUrl, max: 5, log: silentLog });
    try {
      const names = createNames({ resolve: async () => [] });
      const served = { address: "127.0.0.1", port: sink.port, ca: certificate.ca };
      names.serve(host, served);
      const vault = createVault(masterKeys(randomBytes(32)), systemClock);
      const ctx = { db, clock: systemClock, log: silentLog, vault, egress: names.egress };
      return await work(await sceneOver(database, ctx));
    } finally {
      await db.close();
      await sink.stop();
      await bundle.remove();
    }
  });
}

async function sceneOver(database: BenchDatabase, ctx: DrainScene["ctx"]): Promise<DrainScene> {
  const newOrganization = async (): Promise<string> =>
    (await createOrganization(ctx, { name: "Comercial Los Boldos SpA", plan: "business" })).id;
  let made = 0;
  let owner: Promise<string> = newOrganization();
  return {
    database,
    ctx,
    endpoint: async (path) => {
      // An organization may have only so many; endpoints are made before anything is measured.
      if (made > 0 && made % bounds.enabledEndpoints === 0) owner = newOrganization();
      made += 1;
      const organizationId = await owner;
      const own = {
        ...ctx,
        organization: { id: organizationId },
        actor: actors.system("bench"),
        requestId: "req_bench",
      } as const;
      const url = `https://${host}${path}`;
      const { id, secret } = await createEndpoint(own, { url, event_types: [] });
      const resolved = await ctx.egress.resolveTarget(url, AbortSignal.timeout(1_000));
      if (!resolved.ok) throw new Error(resolved.reason);
      return { organizationId, id, secret, target: resolved.target };
    },
    queue: (endpoints, each) => queue(database, endpoints, each),
  };
}

async function queue(
  { owner }: BenchDatabase,
  endpoints: readonly BenchEndpoint[],
  each: number,
): Promise<void> {
  const now = new Date();
  const rows = endpoints.flatMap(({ id, organizationId }) =>
    Array.from({ length: each }, () => ({
      id,
      organizationId,
      event: newId("whev", now),
      delivery: newId("whd", now),
    })),
  );
  const events = rows.map(({ event }) => event);
  const organizations = rows.map(({ organizationId }) => organizationId);
  await owner.query(
    `insert into webhook_events (organization_id, id, type, body, created_at)
     select o, e, 'sync.succeeded', $3, $4 from unnest($1::text[], $2::text[]) as x (o, e)`,
    [organizations, events, body, now],
  );
  await owner.query(
    `insert into webhook_deliveries (organization_id, endpoint_id, id, event_id, status, attempts,
       token, next_attempt_at, created_at, updated_at)
     select o, p, d, e, 'pending', 0, 0, $5, $5, $5
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as x (o, p, d, e)`,
    [organizations, rows.map(({ id }) => id), rows.map(({ delivery }) => delivery), events, now],
  );
}
