import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/connectors/catalogue.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { createApiKey, updateOrganization } from "#lib/identity/index.ts";
import { callTool, testApi, type CallOptions, type TestApi } from "#tests/support/api.ts";
import { probeConnector, withoutCredential } from "#tests/support/probe-connector.ts";

const probe = probeConnector();
let api: TestApi;

beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
});
afterAll(() => api.close());

/** Every way for one call to fail, in the order in which the first one answers. */
const faults = [
  "bearer",
  "rate",
  "media type",
  "size",
  "json",
  "no input",
  "unknown tool",
  "credential scope",
  "input",
  "no idempotency key",
  "stranger's connection",
  "disabled connection",
  "connection scope",
  "alcance",
  "access type",
  "billing",
  "quota",
  "idempotency",
  "live credential",
] as const;
type Fault = (typeof faults)[number];

const codes: Record<Fault, string> = {
  bearer: "unauthorized",
  rate: "rate_limited",
  "media type": "unsupported_media_type",
  size: "payload_too_large",
  json: "malformed_request",
  "no input": "validation_error",
  "unknown tool": "tool_not_found",
  "credential scope": "scope_not_granted",
  input: "validation_error",
  "no idempotency key": "idempotency_key_missing",
  "stranger's connection": "validation_error",
  "disabled connection": "connection_disabled",
  "connection scope": "connection_scope_not_enabled",
  alcance: "alcance_not_enabled",
  "access type": "alcance_scheme_unsupported",
  billing: "billing_past_due",
  quota: "quota_exceeded",
  idempotency: "idempotency_conflict",
  "live credential": "connection_credential_required",
};

/** A call of the destructive probe tool that carries all the given faults at once. */
async function callWith(...given: Fault[]) {
  const has = (fault: Fault): boolean => given.includes(fault);
  const organization = await api.organization({ plan: "free" });
  const connection = await api.connection(organization.id, "prueba");
  const stranger = await api.organization();
  const strangers = await api.connection(stranger.id, "prueba");
  const idempotencyKey = randomUUID();
  const scopes = has("credential scope") ? ["prueba:read"] : ["prueba:read", "prueba:write"];
  const { key } = await createApiKey(api.deps, { organizationId: organization.id, scopes });

  if (has("idempotency")) {
    const first = await callTool(
      api.app,
      "prueba.documento.emitir",
      { texto: "otro" },
      {
        key: organization.key,
        connection,
        idempotencyKey,
      },
    );
    expect(first.status).toBe(200);
  }
  if (has("rate")) {
    await api.database.owner(
      `insert into rate_windows (organization_id, key_id, starts_at, hits)
       select organization_id, id, to_timestamp(floor($2::float8 / 60000 + n) * 60), 600
       from api_keys, generate_series(0, 2) n where organization_id = $1`,
      [organization.id, api.clock.now().getTime()],
    );
  }
  if (has("quota")) {
    await api.database.owner(
      `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
       select $2 || n, $1, $2, to_char(now() + n * interval '1 month', 'YYYY-MM'), 1000
       from generate_series(-1, 1) n`,
      [organization.id, connection],
    );
  }
  if (has("access type")) {
    await api.database.owner("update connections set acceso = 'representante' where id = $1", [
      connection,
    ]);
  }
  await updateConnection(api.deps, connection, {
    ...(has("disabled connection") && { disabled: true }),
    ...(has("connection scope") && { scopes: ["prueba:read"] }),
    ...(has("alcance") && { alcances: ["movimientos"] }),
  });
  if (has("billing")) await updateOrganization(api.deps, organization.id, { billing: "past_due" });

  const text = has("live credential") ? withoutCredential : "uno";
  const input = { texto: has("input") ? 7 : text };
  const padding = has("size") ? " ".repeat(270_000) : "";
  const json = has("json") ? "{" : JSON.stringify(has("no input") ? { entrada: input } : { input });
  const options: CallOptions = {
    key: has("bearer") ? "connect_sk_nunca" : key,
    connection: has("stranger's connection") ? strangers : connection,
    ...(!has("no idempotency key") && { idempotencyKey }),
    ...(has("media type") && { headers: { "content-type": "text/plain" } }),
    raw: padding + json,
  };
  const toolId = has("unknown tool") ? "prueba.nada.consultar" : "prueba.documento.emitir";
  return callTool(api.app, toolId, input, options);
}

test("a call without a fault runs", async () => {
  const answer = await callWith();
  expect(answer.body).toMatchObject({ data: { numero: expect.any(Number) } });
});

describe.each(faults)("%s", (fault) => {
  test("alone answers its code, on record, without running the tool", async () => {
    const before = probe.effects() + (fault === "idempotency" ? 1 : 0);
    const answer = await callWith(fault);
    expect(answer.body.error?.code).toBe(codes[fault]);
    expect(probe.effects()).toBe(before);
    const requestId = String(answer.headers.get("x-request-id"));
    expect(answer.body.error?.request_id).toBe(requestId);
    const rows = await api.database.owner("select outcome from audit where request_id = $1", [
      requestId,
    ]);
    expect(rows).toEqual(fault === "bearer" ? [] : [{ outcome: codes[fault] }]);
  });
});

const neighbours = faults.slice(1).map((later, index) => [faults[index] ?? later, later] as const);

describe.each(neighbours)("%s and %s together", (earlier, later) => {
  test("answer the first", async () => {
    const answer = await callWith(earlier, later);
    expect(answer.body.error?.code).toBe(codes[earlier]);
  });
});

test("every fault of the list was tried against its neighbour", () => {
  expect(faults).toHaveLength(Object.keys(codes).length);
  expect(neighbours).toHaveLength(faults.length - 1);
});
