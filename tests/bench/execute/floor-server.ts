import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { Pool } from "pg";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { handedOver, serve } from "../harness/serve.ts";
import type { ServerConfig } from "./scene.ts";

/**
 * The least that a stored read can be: the key's organization, one keyset page, one record row. Three named
 * statements as the tables' owner, without policies, checks or schemas.
 */
const config = handedOver<ServerConfig>();
const pool = new Pool({ connectionString: config.databaseUrl, max: config.poolMax });
const secret = new ServiceSecret({ SERVICE_SECRET: config.serviceSecret });

const findKey = {
  name: "key",
  text: "select id, organization_id from api_keys where hash = $1 and revoked_at is null",
};
const selectPage = {
  name: "page",
  text: `select id, sort_key, payload, (extract(epoch from read_at) * 1000)::float8 as read_ms
    from records where connection_id = $1 and dataset = $2
    order by sort_key desc, id desc limit $3`,
};
const insertAudit = {
  name: "audit",
  text: `insert into audit (request_id, organization_id, at, plane, operation, actor_kind, actor_id,
      connection_id, outcome, http_status, latency_ms)
    values ($1, $2, $3, 'action', $4, 'api_key', $5, $6, 'ok', 200, $7)`,
};

interface Key {
  id: string;
  organization_id: string;
}

interface Row {
  id: string;
  sort_key: string;
  payload: Record<string, unknown>;
  read_ms: number;
}

const app = new Hono();
app.post("/v1/tools/:toolId/execute", async (c) => {
  const startedAt = performance.now();
  const hash = secret.hash("api-key", c.req.header("authorization")?.slice(7) ?? "");
  const key = (await pool.query<Key>({ ...findKey, values: [hash] })).rows[0];
  if (key === undefined) return c.text("", 401);

  const { input } = await c.req.json<{ input: { limit: number } }>();
  const connection = c.req.header("x-connect-connection");
  const { rows } = await pool.query<Row>({
    ...selectPage,
    values: [connection, "prueba.movimientos", input.limit + 1],
  });
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const cursor =
    rows.length > input.limit && last !== undefined
      ? Buffer.from(JSON.stringify([last.sort_key, last.id])).toString("base64url")
      : null;

  const requestId = randomUUID();
  const latencyMs = Math.round(performance.now() - startedAt);
  await pool.query({
    ...insertAudit,
    values: [
      requestId,
      key.organization_id,
      new Date(),
      c.req.param("toolId"),
      key.id,
      connection,
      latencyMs,
    ],
  });
  const movimientos = page.map((row) => ({
    ...row.payload,
    ultimaLecturaEn: new Date(row.read_ms).toISOString(),
  }));
  return c.json({ data: { movimientos, cursor }, meta: { request_id: requestId } });
});

await serve(app.fetch);
