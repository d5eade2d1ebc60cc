import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { createApiKey, updateOrganization } from "#lib/identity/index.ts";
import type { Surface } from "#lib/contract/index.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { sendMessage, type RpcAnswer } from "#tests/support/agents/mcp-calls.ts";
import { probeConnector, withoutCredential } from "#tests/support/scenes/probe-connector.ts";
import { tokenIssuer, type TokenIssuer } from "#tests/support/scenes/token-issuer.ts";

const probe = probeConnector();
let api: TestApi;
let issuer: TokenIssuer;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
  issuer = await tokenIssuer(api);
});
afterAll(() => api.close());

/** Every way for a call to fail, ordered by which one answers first. */
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

interface Outcome {
  code: string | undefined;
  data: Record<string, unknown> | undefined;
  requestId: string | null;
  /** The same id, in the body. */
  named: string | undefined;
}

const useUp = (organizationId: string, connection: string) =>
  api.database.owner(
    `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
     select $2 || n, $1, $2, to_char(now() + n * interval '1 month', 'YYYY-MM'), 1000
     from generate_series(-1, 1) n`,
    [organizationId, connection],
  );

type Bearer = "key" | "token";

async function bearerOf(kind: Bearer, organizationId: string, scopes: string[]): Promise<string> {
  if (kind === "token") return (await issuer.agent(organizationId, { scopes })).token;
  return (await createApiKey(api.deps, { organizationId, scopes })).key;
}

interface Way {
  surface: Surface;
  bearer: Bearer;
}

/** A call of the destructive probe tool with all the given faults at once. */
async function callWith({ surface, bearer }: Way, ...given: Fault[]): Promise<Outcome> {
  const has = (fault: Fault): boolean => given.includes(fault);
  const organization = await api.organization({ plan: "free" });
  const connection = await api.connection(organization.id, "prueba");
  const stranger = await api.organization();
  const strangers = await api.connection(stranger.id, "prueba");
  const idempotencyKey = randomUUID();
  const scopes = has("credential scope") ? ["prueba:read"] : ["prueba:read", "prueba:write"];
  const key = await bearerOf(bearer, organization.id, scopes);

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
      `insert into rate_windows (organization_id, credential_id, starts_at, hits)
       select organization_id, id, to_timestamp(floor($2::float8 / 60000 + n) * 60), 600
       from (select organization_id, id from api_keys union all
         select organization_id, id from grants) bearers, generate_series(0, 2) n
       where organization_id = $1`,
      [organization.id, api.clock.now().getTime()],
    );
  }
  if (has("quota")) {
    await useUp(organization.id, connection);
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
  const wire: Wire = {
    toolId: has("unknown tool") ? "prueba.nada.consultar" : "prueba.documento.emitir",
    fields: has("no input") ? { entrada: input } : { input },
    key: has("bearer") ? unknownBearers[bearer] : key,
    connection: has("stranger's connection") ? strangers : connection,
    idempotencyKey: has("no idempotency key") ? undefined : idempotencyKey,
    headers: has("media type") ? { "content-type": "text/plain" } : {},
    write: (body) => (has("size") ? " ".repeat(270_000) : "") + (has("json") ? "{" : body),
  };
  return surface === "rest" ? overRest(wire) : overMcp(wire);
}

const unknownBearers: Record<Bearer, string> = {
  key: "connect_sk_nunca",
  token: "eyJhbGciOiJFZERTQSJ9.e30.AAAA",
};

interface Wire {
  toolId: string;
  fields: Record<string, unknown>;
  key: string;
  connection: string;
  idempotencyKey: string | undefined;
  headers: Record<string, string>;
  write(body: string): string;
}

async function overRest({ toolId, fields, write, idempotencyKey, ...rest }: Wire) {
  const answer: Answered = await callTool(api.app, toolId, undefined, {
    ...rest,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    raw: write(JSON.stringify(fields)),
  });
  const { error, data } = answer.body;
  const requestId = answer.headers.get("x-request-id");
  return { code: error?.code, data, requestId, named: error?.request_id };
}

async function overMcp({ toolId, fields, write, connection, idempotencyKey, ...rest }: Wire) {
  const args = {
    toolId,
    connectionId: connection,
    ...fields,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const params = { name: "execute", arguments: args };
  const send = (request: Request) => api.app.fetch(request);
  const answer: RpcAnswer = await sendMessage(send, "tools/call", params, { ...rest, write });
  const refusal = answer.error?.data as Answered["body"] | undefined;
  const { error, data } = answer.result?.structuredContent ?? refusal ?? {};
  const requestId = answer.headers.get("x-request-id");
  return { code: error?.code, data, requestId, named: error?.request_id };
}

// A token takes another way through the first check alone: it need not be tried over both.
const ways: Way[] = [
  { surface: "rest", bearer: "key" },
  { surface: "mcp", bearer: "key" },
  { surface: "rest", bearer: "token" },
];
const neighbours = faults.slice(1).map((later, index) => [faults[index] ?? later, later] as const);

describe.each(ways)("over $surface by a $bearer", (way) => {
  test("a call without a fault runs", async () => {
    const { data } = await callWith(way);
    expect(data).toMatchObject({ numero: expect.any(Number) });
  });

  test.each(faults)(
    "%s alone answers its code, is recorded, and does not run the tool",
    async (fault) => {
      const before = probe.effects() + (fault === "idempotency" ? 1 : 0);
      const { code, requestId, named } = await callWith(way, fault);
      expect(code).toBe(codes[fault]);
      expect(probe.effects()).toBe(before);
      expect(named).toBe(requestId);
      const rows = await api.database.owner(
        "select outcome from audit where outcome <> 'started' and request_id = $1",
        [requestId],
      );
      expect(rows).toEqual(fault === "bearer" ? [] : [{ outcome: codes[fault] }]);
    },
  );

  test.each(neighbours)("%s and %s together answer the first", async (earlier, later) => {
    expect((await callWith(way, earlier, later)).code).toBe(codes[earlier]);
  });
});

describe("the input of a sync", () => {
  const current = periodoOf(new Date());
  const asked: [string, object, string][] = [
    ["a month ahead", { periodo: addMonths(current, 1) }, "validation_error"],
    ["a month too far back", { periodo: addMonths(current, -25) }, "validation_error"],
    [
      "a snapshot of the past",
      { periodo: addMonths(current, -1), alcances: ["saldos"] },
      "validation_error",
    ],
    ["a module that is off", { periodo: current, alcances: ["cartolas"] }, "alcance_not_enabled"],
    [
      "a module of another login",
      { periodo: current, alcances: ["boletas"] },
      "alcance_scheme_unsupported",
    ],
    ["what no module is left of", { periodo: current }, "alcance_scheme_unsupported"],
  ];

  test.each(asked)("is refused before payments and quota: %s", async (_what, input, code) => {
    const organization = await api.organization({ plan: "free" });
    const isTax = code === "alcance_scheme_unsupported";
    const system = isTax ? "tributario" : "banco_c";
    const modules = isTax ? ["boletas"] : ["saldos", "movimientos"];
    const connection = await api.connection(organization.id, system, modules);
    await api.database.owner("update connections set acceso = 'representante' where id = $1", [
      connection,
    ]);
    const call = async () => {
      const tool = `${system}.conexion.sincronizar`;
      const { body } = await callTool(api.app, tool, input, { key: organization.key, connection });
      return body.error?.code;
    };
    const used = () =>
      api.database.owner("select 1 from usage_slots where connection_id = $1", [connection]);
    expect(await call()).toBe(code);
    expect(await used()).toEqual([]);
    await useUp(organization.id, connection);
    expect(await call()).toBe(code);
    await updateOrganization(api.deps, organization.id, { billing: "past_due" });
    expect(await call()).toBe(code);
  });

  test("a period is part of the input, so it is refused before a disabled connection is", async () => {
    const organization = await api.organization();
    const connection = await api.connection(organization.id, "banco_a");
    await updateConnection(api.deps, connection, { disabled: true });
    const ends = [addMonths(current, 1), current].map(async (periodo) => {
      const tool = "banco_a.conexion.sincronizar";
      const call = { key: organization.key, connection };
      return (await callTool(api.app, tool, { periodo }, call)).body.error?.code;
    });
    expect(await Promise.all(ends)).toEqual(["validation_error", "connection_disabled"]);
  });
});

test("every fault of the list was tried against its neighbour", () => {
  expect(faults).toHaveLength(Object.keys(codes).length);
  expect(neighbours).toHaveLength(faults.length - 1);
});
