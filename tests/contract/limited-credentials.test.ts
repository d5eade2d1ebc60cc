import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { enlaceCrear } from "#lib/connectors/conexiones/tools/enlace-crear.ts";
import { createApiKey } from "#lib/identity/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { answerableCodes } from "#lib/tools/answerable-codes.ts";
import {
  allScopes,
  callTool,
  type Answered,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { expectRefusal, issuesIn } from "#tests/support/refusal.ts";
import { tokenIssuer } from "#tests/support/scenes/token-issuer.ts";
import { webhookScene, webhookScopes, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

/* Keys and grants limited to some connections: any other is answered like an unknown one. */

const scopes = [...allScopes(connectors), ...webhookScopes];
const systems = connectors.filter(({ manifest }) => manifest.needsConnection);

let scene: WebhookScene;
let owner: TestOrganization;
/** By system: those on the list, and one that is not. */
const listed = new Map<string, string[]>();
const others = new Map<string, string>();
const limited: Record<string, string> = {};
const kinds = ["key", "grant", "key to nothing"] as const;

beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.organization({ scopes });
  for (const { manifest } of systems) {
    const own = [await connect(manifest.id), await connect(manifest.id)];
    listed.set(manifest.id, own);
    others.set(manifest.id, await connect(manifest.id));
  }
  const connections = [...listed.values()].flat();
  const keyTo = async (ids: string[]) =>
    (await createApiKey(scene.deps, { organizationId: owner.id, scopes, connections: ids })).key;
  limited["key"] = await keyTo(connections);
  limited["key to nothing"] = await keyTo([]);
  const issuer = await tokenIssuer(scene);
  limited["grant"] = (await issuer.agent(owner.id, { scopes, connections })).token;
  await makeThings();
});
afterAll(() => scene.close());

const connect = (system: string): Promise<string> => scene.connection(owner.id, system);
const otherOf = (system: string): string => others.get(system) ?? "";

/** Everything that a connection outside the list can leave behind. */
const things = { sjb: "", oper: "", whk: "", whd: "", whev: "", cs: "" };

async function makeThings(): Promise<void> {
  const now = scene.clock.now();
  const other = otherOf("banco_a");
  Object.assign(things, { sjb: newId("sjb", now), oper: newId("oper", now) });
  await scene.database.owner(
    `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, periodo,
      trigger, status, outcomes, attempts, token, not_before, request_id, actor_kind, actor_id, created_at)
     values ($1, $2, $3, 'sync', 'banco_a', '{}', '2026-01', 'manual', 'queued', '[]', 0, 0, $4, 'req_1',
      'api_key', 'key_1', $4)`,
    [things.sjb, owner.id, other, now],
  );
  const invoicing = otherOf("tributario");
  await scene.database.owner(
    `with prepared as (
      insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
        tipo_dte, state, expires_at, created_at)
      values ('prv_1', $2, $3, 'dte', 'api_key', 'key_1', '', 33, 'consumed', $4, $4) returning id)
     insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id, preparation_id,
      idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash, looks_like,
      document_hash, tipo_dte, state, job_id, token, created_at)
     select $1, $2, $3, 'tributario', '76555835-2', 'dte', 'tributario.dte.emitir', id, $5, 'req_1', 'api_key',
      'key_1', '', '', '', '', 33, 'queued', 'sjb_1', 1, $4 from prepared`,
    [things.oper, owner.id, invoicing, now, randomUUID()],
  );
  things.whk = (await scene.endpoint(owner, "ajeno", { connection_id: other })).id;
  things.whev = await scene.emit(owner, other);
  await scene.drain();
  things.whd = (await scene.deliveries(owner, things.whk))[0]?.id ?? "";
  const made = await tool("conexiones.enlace.crear", reconnecting("banco_a", other), owner.key);
  things.cs = String(made.body.data?.["enlaceId"]);
  expect(Object.values(things).filter((id) => !id.includes("_"))).toEqual([]);
}

const reconnecting = (sistema: string, conexionId: string) => ({
  sistema,
  modo: "reconectar",
  conexionId,
});

const tool = (id: string, input: unknown, key: string, connection?: string): Promise<Answered> =>
  callTool(scene.app, id, input, {
    key,
    ...(connection !== undefined && { connection }),
    idempotencyKey: randomUUID(),
  });

/** What the other connections own, with each change of a row. */
async function rowsOfOthers(): Promise<unknown> {
  const tables = ["sync_jobs", "operations", "webhook_endpoints", "webhook_events", "links"];
  const rows: unknown[] = [];
  for (const table of tables) {
    const text = `select xmin::text, id from ${table} where connection_id = any($1) order by id`;
    rows.push(await scene.database.owner(text, [[...others.values()]]));
  }
  rows.push(
    await scene.database.owner("select xmin::text, id from webhook_deliveries order by id"),
  );
  return rows;
}

/** An answer's content, without what differs from call to call. */
const said = ({ status, body }: Answered) => [status, body.error?.code, body.error?.details];

describe.each(kinds)("a %s", (kind) => {
  const key = () => limited[kind] ?? "";

  test("is not shown another connection's link under an idempotency key used before it was limited", async () => {
    const idempotencyKey = randomUUID();
    const links = async (as: string) => {
      const options = { key: as, idempotencyKey };
      const { body } = await callTool(scene.app, "conexiones.enlaces.listar", {}, options);
      return JSON.stringify(body.data);
    };
    expect(await links(owner.key)).toContain(things.cs);
    expect(await links(key())).not.toContain(things.cs);
  });

  test("is refused every tool on another connection, as on an unknown one", async () => {
    const before = await rowsOfOthers();
    const nobodys = newId("conn", scene.clock.now());
    let tried = 0;
    for (const { tools, manifest } of systems) {
      for (const { id, example } of tools.filter(({ needsConnection }) => needsConnection)) {
        const answer = await tool(id, example.input, key(), otherOf(manifest.id));
        expect(issuesIn(answer), id).toMatchObject([{ code: "unknown_connection" }]);
        expect(said(answer), id).toEqual(said(await tool(id, example.input, key(), nobodys)));
        tried += 1;
      }
    }
    const all = connectors.flatMap(({ tools }) => tools.filter((one) => one.needsConnection));
    expect(tried).toBe(all.length);
    expect(tried).toBeGreaterThan(50);
    expect(await rowsOfOthers()).toEqual(before);
  });

  test("gets an unknown id's answer at every endpoint that takes an id", async () => {
    const before = await rowsOfOthers();
    const now = scene.clock.now();
    const nobodys = Object.fromEntries(
      (["sjb", "oper", "whk", "whd", "whev"] as const).map((prefix) => [
        prefix,
        newId(prefix, now),
      ]),
    );
    const withIds = controlOperations.filter(
      ({ auth, path }) => typeof auth === "object" && path.includes("{"),
    );
    let tried = 0;
    for (const { method, path, id } of withIds) {
      const at = (ids: Record<string, string>) => path.replaceAll(/\{(\w+)\}/g, idIn(path, ids));
      const body = method === "patch" ? { enabled: false } : undefined;
      const ask = (url: string) => scene.send(method.toUpperCase(), url, key(), body);
      const [theirs, unknown] = [await ask(at(things)), await ask(at(nobodys))];
      expect(theirs.status, id).toBe(404);
      expect(said(theirs), id).toEqual(said(unknown));
      tried += 1;
    }
    expect(tried).toBe(withIds.length);
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(await rowsOfOthers()).toEqual(before);
  });

  test("sees nothing of another connection in any list", async () => {
    const lists = controlOperations.filter(
      ({ auth, path, method }) =>
        typeof auth === "object" && !path.includes("{") && method === "get",
    );
    const answers = [
      await tool("conexiones.estado.consultar", {}, key()),
      await tool("conexiones.enlaces.listar", {}, key()),
    ];
    for (const path of [
      ...lists.map((list) => list.path),
      "/v1/tools?query=saldo&detail=verbose",
    ]) {
      answers.push(await scene.send("GET", path, key()));
    }
    for (const type of ["sync.succeeded", "connect_session.consumed"]) {
      answers.push(await scene.send("GET", `/v1/events?type=${type}`, key()));
    }
    for (const [table, id] of [
      ["events", otherOf("banco_a")],
      ["syncs", otherOf("banco_a")],
    ]) {
      answers.push(await scene.send("GET", `/v1/${table}?connection_id=${id}`, key()));
    }
    const hidden = [...others.values(), ...Object.values(things)];
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(hidden.filter((id) => JSON.stringify(body).includes(id))).toEqual([]);
    }
    expect(lists.length).toBeGreaterThanOrEqual(3);
  });

  test("is offered only its own connections when it leaves the choice open over MCP", async () => {
    for (const { manifest, tools } of systems) {
      const verifies = tools.find(({ id }) => id.endsWith(".conexion.verificar"));
      const visiting = verifies ?? tools.find(({ effect }) => effect === "live");
      const { result } = await executeOverMcp(
        (request) => scene.app.fetch(request),
        visiting?.id ?? "",
        visiting?.example.input ?? {},
        { key: key() },
      );
      const { error } = result?.structuredContent ?? {};
      const candidates = (error?.details?.["candidates"] ?? []) as { id: string }[];
      const own = kind === "key to nothing" ? [] : (listed.get(manifest.id) ?? []);
      expect(candidates.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
    }
  });

  test("makes no connection, and no link to another one", async () => {
    const before = await rowsOfOthers();
    const creating = { sistema: "banco_a", modo: "crear" };
    const making = await tool("conexiones.enlace.crear", creating, key());
    expectRefusal(making, "forbidden");
    expect(answerableCodes(enlaceCrear)).toContain("forbidden");
    const nobodys = newId("conn", scene.clock.now());
    const link = (id: string) =>
      tool("conexiones.enlace.crear", reconnecting("banco_a", id), key());
    const answer = await link(otherOf("banco_a"));
    expect(issuesIn(answer)).toMatchObject([{ code: "unknown_connection" }]);
    expect(said(answer)).toEqual(said(await link(nobodys)));
    const annul = (enlaceId: string) => tool("conexiones.enlace.anular", { enlaceId }, key());
    const theirs = await annul(things.cs);
    expect(issuesIn(theirs)).toMatchObject([{ code: "invalid_choice" }]);
    expect(said(theirs)).toEqual(said(await annul(newId("cs", scene.clock.now()))));
    expect(await rowsOfOthers()).toEqual(before);
  });

  test("gets webhooks only of its own connection, which it has to name", async () => {
    const create = (more: object) =>
      scene.send("POST", "/v1/webhooks", key(), {
        url: "https://hooks.sandbox.test/in/a",
        ...more,
      });
    const without = await create({});
    expect(issuesIn(without)).toMatchObject([{ path: ["connection_id"], code: "required" }]);
    const answer = await create({ connection_id: otherOf("banco_a") });
    expect(issuesIn(answer)).toMatchObject([{ code: "unknown_connection" }]);
    const nobodys = newId("conn", scene.clock.now());
    expect(said(answer)).toEqual(said(await create({ connection_id: nobodys })));
  });
});

test.each(["key", "grant"])("a limited %s works with what is on its list", async (kind) => {
  const key = limited[kind] ?? "";
  const [own = ""] = listed.get("banco_a") ?? [];
  expect((await tool("banco_a.movimientos.consultar", {}, key, own)).status).toBe(200);
  const { body } = await tool("conexiones.estado.consultar", {}, key);
  const shown = ((body.data?.["conexiones"] ?? []) as { id: string }[]).map(({ id }) => id);
  expect(shown.toSorted()).toEqual([...listed.values()].flat().toSorted());
  expect((await tool("conexiones.enlace.crear", reconnecting("banco_a", own), key)).status).toBe(
    200,
  );
  const made = await scene.endpoint({ id: owner.id, key }, "propio", { connection_id: own });
  const seen = await scene.send("GET", `/v1/webhooks/${made.id}`, key);
  expect(seen.status).toBe(200);
});

test("a key cannot be limited to an invalid connection id, nor to more than 500", async () => {
  const make = (connections: string[]) =>
    createApiKey(scene.deps, { organizationId: owner.id, scopes: [], connections });
  await expect(make(["banco_a"])).rejects.toThrow();
  const many = Array.from({ length: 501 }, () => newId("conn", scene.clock.now()));
  await expect(make(many)).rejects.toThrow();
});

const prefixes = {
  syncs: "sjb",
  operations: "oper",
  documents: "oper",
  events: "whev",
  webhooks: "whk",
} as const;

/** The ids in a path. */
function idIn(path: string, ids: Record<string, string>): (all: string, name: string) => string {
  const [, , subject = ""] = path.split("/");
  const first = prefixes[subject as keyof typeof prefixes];
  return (_all, name) => ids[name === "delivery_id" ? "whd" : first] ?? "";
}
