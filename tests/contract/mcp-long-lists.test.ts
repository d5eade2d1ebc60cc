import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentPageSize, maxResultChars } from "#functions/api/mcp/page-size.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { executeOverMcp, type Send } from "#tests/support/agents/mcp-calls.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { probeMovements, storeProbeRows } from "#tests/support/scenes/probe-rows.ts";

const probe = probeConnector();
let api: TestApi;
let send: Send;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
  send = (request) => api.app.fetch(request);
});
afterAll(() => api.close());

test("a long list comes in pages that a model can read, and says how to continue", async () => {
  const { id, key } = await api.organization();
  const connection = await api.connection(id, "prueba");
  await storeProbeRows(api, id, connection, probeMovements(260));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const input = { limit: 500, ...(cursor !== null && { cursor }) };
    const { result } = await executeOverMcp(send, "prueba.movimientos.consultar", input, {
      key,
      connection,
    });
    const [json, note] = result?.content ?? [];
    expect(json?.text.length).toBeLessThan(50_000);
    const data = result?.structuredContent.data as {
      movimientos: { id: string }[];
      cursor: string | null;
    };
    seen.push(...data.movimientos.map((row) => row.id));
    cursor = data.cursor;
    if (cursor !== null) expect(note?.text).toContain(`input.cursor = "${cursor}"`);
  } while (cursor !== null);
  expect(seen).toHaveLength(260);
  expect(new Set(seen).size).toBe(260);
});

test("a long list stays readable for a model even if its rows are unusually long", async () => {
  const { id, key } = await api.organization();
  const connection = await api.connection(id, "prueba");
  const long = probeMovements(120).map((row) => ({ ...row, numeroCuenta: "9".repeat(6_000) }));
  await storeProbeRows(api, id, connection, long);
  const seen: string[] = [];
  const answered: string[] = [];
  const pages: unknown[] = [];
  let cursor: string | null = null;
  do {
    const args = { key, connection, idempotencyKey: randomUUID() };
    const ask = () =>
      executeOverMcp(send, "prueba.movimientos.consultar", cursor === null ? {} : { cursor }, args);
    const [{ result, headers }, again] = [await ask(), await ask()];
    answered.push(...[headers, again.headers].map((each) => each.get("x-request-id") ?? ""));
    expect(result?.content[0]?.text.length).toBeLessThanOrEqual(maxResultChars);
    const { data, meta } = (result?.structuredContent ?? {}) as {
      data: { movimientos: { id: string }[]; cursor: string | null };
      meta: { idempotency?: string; page?: unknown };
    };
    expect(meta.idempotency).toBe("stored");
    expect(again.result?.structuredContent).toMatchObject({
      data,
      meta: { idempotency: "replayed" },
    });
    expect(data.movimientos.length).toBeGreaterThan(0);
    pages.push(meta.page ?? null);
    seen.push(...data.movimientos.map((row) => row.id));
    cursor = data.cursor;
  } while (cursor !== null);
  expect(seen).toEqual(long.map((row) => row.id).toReversed());
  // Its example suggests 83 rows a page: half of them, half of the 79 that are left, and the last.
  expect(pages).toEqual([{ asked: 100, given: 41 }, { asked: 100, given: 39 }, null]);
  const rows = await api.database.owner(
    `select request_id, idempotency from audit where organization_id = $1
     order by array_position($2, request_id)`,
    [id, answered],
  );
  expect(rows).toEqual(
    answered.map((request_id, place) => ({
      request_id,
      idempotency: place % 2 === 0 ? "stored" : "replayed",
    })),
  );
  const [counted] = await api.database.owner(
    "select sum(calls)::int as calls from usage_slots where connection_id = $1",
    [connection],
  );
  expect(counted).toEqual({ calls: answered.length / 2 });
});

test("every tool with pages can shorten them, whatever its rows are", async () => {
  const { tools } = await api.deps.catalogue.whole();
  const paged = tools.filter((tool) => agentPageSize(tool, {}) !== null);
  expect(paged.length).toBeGreaterThanOrEqual(25);
  for (const tool of paged) {
    const size = agentPageSize(tool, {}) ?? 0;
    const rows = Object.values(tool.example.output as object)
      .filter(Array.isArray)
      .flat();
    const longest = Math.max(...rows.map((row) => JSON.stringify(row).length), 0);
    expect(size).toBeGreaterThanOrEqual(10);
    expect(size * longest * 1.5).toBeLessThan(maxResultChars);
  }
});

test.each([501, 0, 1.5, "3", null])("the limit %j is refused as over REST", async (limit) => {
  const { key } = await api.organization();
  const input = { codigo: "uf", desde: "2026-01-01", hasta: "2026-02-01", limit };
  const rest = await callTool(api.app, "indicadores.serie.consultar", input, { key });
  const { result } = await executeOverMcp(send, "indicadores.serie.consultar", input, { key });
  expect(rest.body.error).toMatchObject({
    code: "validation_error",
    details: { issues: [{ path: ["limit"] }] },
  });
  expect(result?.structuredContent.error).toMatchObject({
    code: "validation_error",
    details: rest.body.error?.details,
  });
});

test("a list is no input of a tool with pages, as over REST", async () => {
  const { key } = await api.organization();
  for (const input of [[], [{ limit: 3 }]]) {
    const rest = await callTool(api.app, "conexiones.enlaces.listar", input, { key });
    const { result } = await executeOverMcp(send, "conexiones.enlaces.listar", input, { key });
    expect(rest.body.error?.code).toBe("validation_error");
    expect(result?.structuredContent.error).toMatchObject({
      code: "validation_error",
      details: rest.body.error?.details,
    });
  }
});
