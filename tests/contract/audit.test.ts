import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { callTool, testApi, type CallOptions, type TestApi } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const echo = "echo.mensaje.repetir";
const emit = "prueba.documento.emitir";
const probe = probeConnector();
const { log, lines } = readableLog();

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector], log });
});
afterAll(() => api.close());

async function caller() {
  const organization = await api.organization();
  const connection = await api.connection(organization.id, "prueba");
  const call = (toolId: string, input: unknown, options: CallOptions = {}) =>
    callTool(api.app, toolId, input, { key: organization.key, connection, ...options });
  return { organization, connection, call };
}

function rowsOf(organizationId: string) {
  return api.database.owner("select * from audit where organization_id = $1 order by at", [
    organizationId,
  ]);
}

/** While `work` runs, the application cannot write to the audit. */
async function withAuditClosed<T>(work: () => Promise<T>): Promise<T> {
  await api.database.owner("revoke insert on audit from connect_app");
  try {
    return await work();
  } finally {
    await api.database.owner("grant insert on audit to connect_app");
  }
}

describe("the record of a call", () => {
  test("names who, what and how it ended, after a row that it was started", async () => {
    const { organization, connection, call } = await caller();
    const answer = await call(
      emit,
      { texto: "un texto marcado" },
      {
        idempotencyKey: randomUUID(),
        headers: { "x-client-trace-id": "  pedido 7 ", "x-connect-client": "app/1.2 sdk/0.2.0" },
      },
    );
    const [started, ended, ...more] = await rowsOf(organization.id);
    expect(more).toEqual([]);
    const start = { outcome: "started", http_status: null, latency_ms: expect.any(Number) };
    expect(started).toEqual({ ...ended, ...start, at: expect.any(Date), idempotency: null });
    expect(Number(ended?.["at"])).toBeGreaterThan(Number(started?.["at"]));
    expect([ended]).toEqual([
      {
        request_id: answer.body.meta["request_id"],
        organization_id: organization.id,
        at: expect.any(Date),
        plane: "action",
        operation: emit,
        operation_request_id: answer.body.meta["operation_request_id"],
        actor_kind: "api_key",
        actor_id: organization.keyId,
        on_behalf_of: null,
        client_id: null,
        connection_id: connection,
        outcome: "ok",
        http_status: 200,
        latency_ms: expect.any(Number),
        idempotency: "stored",
        trace_label: "pedido 7",
        client_label: "app/1.2 sdk/0.2.0",
        // No trusted party says where a call inside this process comes from.
        source_network: null,
        source_hash: null,
        calls: null,
      },
    ]);
  });

  test("has a refusal's code and status", async () => {
    const { organization, call } = await caller();
    await call(echo, { mensaje: 7 });
    expect(await rowsOf(organization.id)).toMatchObject([
      { outcome: "validation_error", http_status: 400, operation_request_id: null },
    ]);
  });

  test("has no label if the client's is unreadable, and the call continues", async () => {
    const { organization, call } = await caller();
    const headers = { "x-connect-client": "<script>", "x-client-trace-id": "" };
    expect((await call(echo, { mensaje: "hola" }, { headers })).status).toBe(200);
    expect(await rowsOf(organization.id)).toMatchObject([
      { client_label: null, trace_label: null },
    ]);
  });

  test("names the requested connection only if it is the caller's", async () => {
    const { organization, call } = await caller();
    const stranger = await caller();
    await call("prueba.movimientos.consultar", {}, { connection: stranger.connection });
    expect(await rowsOf(organization.id)).toMatchObject([{ connection_id: null }]);
    expect(await rowsOf(stranger.organization.id)).toEqual([]);
  });
});

describe("while the audit cannot be written", () => {
  test("a read is service_unavailable and says that it is not recorded", async () => {
    const { call } = await caller();
    const answer = await withAuditClosed(() => call(echo, { mensaje: "hola" }));
    expectRefusal(answer, "service_unavailable");
    expect(answer.body.meta["audit_status"]).toBe("not_recorded");
    expect(answer.body).not.toHaveProperty("data");
    expect((await call(echo, { mensaje: "hola" })).status).toBe(200);
  });

  test("a refusal is service_unavailable too", async () => {
    const { call } = await caller();
    const answer = await withAuditClosed(() => call(echo, { mensaje: 7 }));
    expectRefusal(answer, "service_unavailable");
  });

  test("an irreversible call does not happen, and its key can be used again", async () => {
    const { organization, connection, call } = await caller();
    const options = { idempotencyKey: randomUUID() };
    const before = probe.effects();
    const answer = await withAuditClosed(() => call(emit, { texto: "uno" }, options));
    expectRefusal(answer, "service_unavailable");
    expect(probe.effects()).toBe(before);
    const slots = "select calls from usage_slots where connection_id = $1";
    expect(await api.database.owner(slots, [connection])).toEqual([]);

    const again = await call(emit, { texto: "uno" }, options);
    expect(again.body.meta["idempotency"]).toBe("stored");
    expect(probe.effects()).toBe(before + 1);
    const outcomes = (await rowsOf(organization.id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["started", "ok"]);
  });

  test("the cause is in the log under the request id, and not in the answer", async () => {
    const { call } = await caller();
    const answer = await withAuditClosed(() => call(echo, { mensaje: "hola" }));
    const requestId = String(answer.body.meta["request_id"]);
    const told = lines.filter((line) => line.includes(requestId));
    expect(told.join("\n")).toContain("permission denied for table audit");
  });
});

test("an exception of a tool is in the log under the request id, redacted, and not in the answer", async () => {
  const { call } = await caller();
  const answer = await call("prueba.contrato.romper", { modo: "excepcion" });
  expectRefusal(answer, "handler_error");
  const told = lines.filter((line) => line.includes(String(answer.body.meta["request_id"])));
  expect(told.join("\n")).toContain("a secret cause: connect_sk_[redacted]");
});

test("an output that breaks its contract is withheld", async () => {
  const { call } = await caller();
  const answer = await call("prueba.contrato.romper", { modo: "salida" });
  expectRefusal(answer, "output_contract_error");
  expect(JSON.stringify(answer.body)).not.toContain("uno");
});
