import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { listen } from "#infra/server/listen.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { everyRevision, mcpClient } from "#tests/support/agents/mcp-calls.ts";

interface Told {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

let api: TestApi;
let owner: TestOrganization;
let streaming: Hono;
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization({ plan: "business" });
  streaming = createApi({ ...api.appDeps, streams: true });
});
afterAll(() => api.close());

/** The service's answer by media type; the client's own types do not show it. */
const mediaTypes: (string | null)[] = [];

async function clientOf(app: Hono, revision: (typeof everyRevision)[number], key = owner.key) {
  const send = async (request: Request) => {
    const response = await app.fetch(request);
    mediaTypes.push(response.headers.get("content-type"));
    return response;
  };
  return mcpClient({ send, url: "http://connect.test/mcp" }, key, revision);
}

async function syncOf(connection: string, esperarSegundos: number) {
  const periodo = periodoOf(api.clock.now());
  return {
    name: "execute",
    arguments: {
      toolId: "banco_a.conexion.sincronizar",
      connectionId: connection,
      input: { periodo, alcances: ["movimientos"], esperarSegundos },
    },
  };
}

/** Cancels every waiting sync of the connection, as a person would. */
async function cancel(connection: string, key = owner.key): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const asked = `/v1/syncs?connection_id=${connection}&status=queued`;
  const listed = await api.app.request(asked, { headers });
  const { data } = (await listed.json()) as { data: { id: string }[] };
  expect(data).toHaveLength(1);
  const path = `/v1/syncs/${data[0]?.id ?? ""}/cancel`;
  const { status } = await api.app.request(path, { method: "POST", headers });
  expect(status).toBe(200);
}

describe.each(everyRevision)("a client of the revision %s", (revision) => {
  test("that asks for progress gets it while its call waits, not afterwards", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const client = await clientOf(streaming, revision);
    const told: Told[] = [];
    const first = Promise.withResolvers<void>();
    // It would wait longer than the test may: only a client that is told in time ends it.
    const answer = client.callTool(await syncOf(connection, 25), {
      onprogress: (progress) => {
        told.push(progress);
        first.resolve();
      },
    });
    await first.promise;
    await cancel(connection);
    const { structuredContent, isError } = await answer;
    expect([isError ?? false, structuredContent]).toEqual([
      false,
      expect.objectContaining({ data: expect.objectContaining({ status: "canceled" }) }),
    ]);
    const [one] = told;
    expect(one?.message).toContain("Esperando el resultado");
    expect(one?.total).toBeGreaterThan(one?.progress ?? Infinity);
    const steps = told.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    await client.close();
  });

  test("that hangs up during progress loses nothing: its call continues and is recorded", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const app = createApi({ ...api.appDeps, streams: true, baseUrl: "http://127.0.0.1" });
    const server = await listen((request) => app.fetch(request), 0);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const client = await mcpClient({ send: fetch, url }, owner.key, revision);
    const first = Promise.withResolvers<void>();
    const answer = client.callTool(await syncOf(connection, 25), {
      onprogress: () => first.resolve(),
    });
    const lost = expect(answer).rejects.toThrow();
    await first.promise;
    await client.close();
    await lost;
    await cancel(connection);
    const recorded = () =>
      api.database.owner("select operation, outcome from audit where connection_id = $1", [
        connection,
      ]);
    const operation = "banco_a.conexion.sincronizar";
    await expect.poll(recorded).toEqual([{ operation, outcome: "ok" }]);
    await server.close();
  });

  test("that hangs up before any progress was refused nothing", async () => {
    const { id, key } = await api.organization();
    const connection = await api.connection(id, "banco_a");
    const app = createApi({ ...api.appDeps, streams: true, baseUrl: "http://127.0.0.1" });
    const server = await listen((request) => app.fetch(request), 0);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const client = await mcpClient({ send: fetch, url }, key, revision);
    // It learns which arguments are also sent as headers.
    await client.listTools();
    const lost = expect(client.callTool(await syncOf(connection, 25))).rejects.toThrow();
    const jobs = "select 1 from sync_jobs where connection_id = $1";
    await expect.poll(() => api.database.owner(jobs, [connection])).toHaveLength(1);
    await client.close();
    await lost;
    await cancel(connection, key);
    await server.close();
    // In the earlier revision the library has no status of its own for it.
    const hungUp = () =>
      api.database.owner(
        "select outcome from audit where organization_id = $1 and (http_status = 499 or outcome <> 'ok')",
        [id],
      );
    await expect.poll(hungUp).toEqual(revision === "current" ? [{ outcome: "ok" }] : []);
  });

  test("that does not ask gets the complete answer", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const client = await clientOf(streaming, revision);
    const { structuredContent } = await client.callTool(await syncOf(connection, 1));
    expect(structuredContent).toMatchObject({ data: { status: "queued" } });
    if (revision === "current") expect(mediaTypes.at(-1)).toMatch(/^application\/json/);
    await client.close();
  });

  test("gets no progress where an answer cannot be streamed", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const client = await clientOf(api.app, revision);
    const told: Told[] = [];
    const { structuredContent } = await client.callTool(await syncOf(connection, 1), {
      onprogress: (progress) => void told.push(progress),
    });
    expect(structuredContent).toMatchObject({ data: { status: "queued" } });
    expect(told).toEqual([]);
    await client.close();
  });

  test("that asks and is refused gets only the refusal", async () => {
    const client = await clientOf(streaming, revision);
    const told: Told[] = [];
    const asked = { onprogress: (progress: Told) => void told.push(progress) };
    const sync = await syncOf("conn_01k2ap4m7c5xj0h8rztwq6e9vd", 25);
    const { isError, structuredContent } = await client.callTool(sync, asked);
    expect([isError, structuredContent]).toMatchObject([
      true,
      { error: { code: "validation_error" } },
    ]);
    expect(told).toEqual([]);
    await client.close();
  });
});
