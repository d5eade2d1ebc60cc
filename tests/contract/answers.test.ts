import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { newApp } from "#functions/api/new-app.ts";
import { controlRoutes } from "#functions/api/other-routes.ts";
import type { RouteDeps } from "#functions/api/route-deps.ts";
import { controlServer, type ControlServer } from "#functions/api/serve-control.ts";
import { searchTools } from "#functions/api/tools/operations.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { guides } from "#lib/guides/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { createSearchIndex } from "#lib/tools/search/index.ts";
import {
  allScopes,
  callTool,
  type Answered,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { webhookScene, webhookScopes, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

const operations = [...controlOperations, searchTools];
const inJson = operations.filter(({ success }) => !["text", "file"].includes(success.content.kind));
/** Made once and served as text; its schema allows any field. */
const held = inJson.filter(({ id }) => id !== "getOpenApi");

let scene: WebhookScene;
let owner: TestOrganization;
/** The service's own handlers, each with an extra, undeclared field in its answer. */
let talkative: Hono;
const tampered: string[] = [];
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.organization({ scopes: [...allScopes(connectors), ...webhookScopes] });
  const catalogue = await scene.deps.catalogue.whole();
  const deps = { ...scene.appDeps, catalogue, search: createSearchIndex(catalogue, guides) };
  talkative = newApp(deps);
  controlRoutes(sayingMore(talkative, deps), deps);
});
afterAll(() => scene.close());

function sayingMore(app: Hono, deps: RouteDeps): ControlServer {
  const serve = controlServer(app, deps);
  return {
    authorized: (operation, handle, isMeant) => {
      if (operation.success.content.kind === "file") {
        return serve.authorized(operation, handle, isMeant);
      }
      tampered.push(operation.id);
      serve.authorized(operation, async (call) => withMore(await handle(call)), isMeant);
    },
    open: (operation, handle, headers) => {
      tampered.push(operation.id);
      serve.open(operation, async (call) => withMore(await handle(call)), headers);
    },
    sealed: (operation, open, handle) => serve.sealed(operation, open, handle),
    document: (operation, handle) => serve.document(operation, handle),
  };
}

/** Adds a field; for a list, to each of its items. */
function withMore<T extends object>(answer: T): T {
  if (!Array.isArray(answer)) return { ...answer, surplus: true };
  expect(answer.length).toBeGreaterThan(0);
  return answer.map((item: object) => withMore(item)) as unknown as T;
}

test("every operation that answers JSON is tried", () => {
  expect(operations).toHaveLength(31);
  expect(held).toHaveLength(22);
  expect(tampered.toSorted()).toEqual(held.map(({ id }) => id).toSorted());
  expect(Object.keys(asks).toSorted()).toEqual(tampered.toSorted());
});

describe.each(held)("$id", (operation) => {
  test("answers what it declares, with its status", async () => {
    const answer = await ask(scene.app, operation);
    expect([answer.body, answer.status]).toEqual([expect.anything(), operation.success.status]);
    expect(answer.body.error).toBeUndefined();
  });

  test("fails if its handler answers more than that", async () => {
    expectRefusal(await ask(talkative, operation), "output_contract_error");
  });
});

interface Ask {
  path?: Record<string, string>;
  query?: string;
  body?: object;
}

/** What each operation needs for an answer, made anew for every call. */
const asks: Record<string, () => Promise<Ask>> = {
  listTools: async () => ({}),
  "tools.search": async () => ({ query: "query=saldo" }),
  describeTool: async () => ({ path: { id: "core.timestamp.now" } }),
  listSyncs: async () => (await sync(), {}),
  getSync: async () => ({ path: { id: await sync() } }),
  cancelSync: async () => ({ path: { id: await sync() } }),
  "operations.get": async () => ({ path: { id: await emission() } }),
  "receipts.keys": async () => ({}),
  createWebhook: async () => ({ body: { url: `https://${scene.server.host}/in/answers` } }),
  listWebhooks: async () => (await endpoint(), {}),
  getWebhook: async () => ({ path: { id: await endpoint() } }),
  updateWebhook: async () => ({ path: { id: await endpoint() }, body: { enabled: true } }),
  disableWebhook: async () => ({ path: { id: await endpoint() } }),
  rollWebhookSecret: async () => ({ path: { id: await endpoint() } }),
  listWebhookDeliveries: async () => ({ path: { id: (await delivered()).id } }),
  resendWebhookDelivery: async () => ({ path: await delivered() }),
  listEvents: async () => (await scene.emit(owner), {}),
  getEvent: async () => ({ path: { id: await scene.emit(owner) } }),
  getProtectedResource: async () => ({}),
  getProtectedMcp: async () => ({}),
  getHealth: async () => ({}),
  getReadiness: async () => ({}),
};

async function ask(app: Hono, { id, method, path, auth }: ControlOperation): Promise<Answered> {
  const { path: names = {}, query, body } = (await asks[id]?.()) ?? {};
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? "");
  const response = await app.request(query === undefined ? url : `${url}?${query}`, {
    method: method.toUpperCase(),
    headers: {
      "content-type": "application/json",
      ...(typeof auth !== "string" && { authorization: `Bearer ${owner.key}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Answered["body"] };
}

async function sync(): Promise<string> {
  const connection = await scene.connection(owner.id, "banco_a");
  const input = { periodo: periodoOf(scene.clock.now()) };
  const asked = await callTool(scene.app, "banco_a.conexion.sincronizar", input, {
    key: owner.key,
    connection,
  });
  return String(asked.body.data?.["jobId"]);
}

async function endpoint(): Promise<string> {
  return (await scene.endpoint(owner, "answers")).id;
}

async function delivered(): Promise<{ id: string; delivery_id: string }> {
  const id = await endpoint();
  await scene.emit(owner);
  await scene.drain();
  const [delivery] = await scene.deliveries(owner, id);
  return { id, delivery_id: delivery?.id ?? "" };
}

/** With a step of each kind: the portal's answer, and what its list showed. */
async function emission(): Promise<string> {
  const now = scene.clock.now();
  const connection = await scene.connection(owner.id, "tributario");
  const preparation = newId("prv", now);
  const operation = newId("oper", now);
  await scene.database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id,
       document, tipo_dte, state, expires_at, created_at)
     values ($1, $2, $3, 'dte', 'api_key', $4, '', 33, 'consumed', $5, $5)`,
    [preparation, owner.id, connection, owner.keyId, now],
  );
  await scene.database.owner(
    `insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id, preparation_id,
       idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash,
       looks_like, document_hash, tipo_dte, state, job_id, token, folio, external_ref, barrier_at, created_at)
     values ($1, $2, $3, 'tributario', $3, 'dte', 'tributario.dte.emitir', $4, $5, $5, 'api_key', $6, '', 'a', 'b',
       'c', 33, 'done', $7, 1, $8::int, $8::int::text, $9, $9)`,
    [
      operation,
      owner.id,
      connection,
      preparation,
      randomUUID(),
      owner.keyId,
      newId("sjb", now),
      120,
      now,
    ],
  );
  await scene.database.owner(
    `insert into operation_evidence (id, organization_id, operation_id, token, step, found, at)
     select $1 || step, $2, $3, 1, step, found, $4 from (values ('send', null),
       ('answer', '{"folio": 120}'::jsonb),
       ('issued_list', '{"listed": 3, "matching": 1, "candidates": 1}')) as e (step, found)`,
    [newId("rec", now), owner.id, operation, now],
  );
  return operation;
}
