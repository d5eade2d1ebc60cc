import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { movimientos as ofA } from "#lib/connectors/banco_a/store.ts";
import { createApiKey, endAnyGrant, revokeKey } from "#lib/identity/index.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { exportFrom, readExport, type ReadExport } from "#tests/support/read-export.ts";
import {
  manyRows,
  rowsOfEach,
  type ManyRows,
  type Movement,
} from "#tests/support/planted/many-rows.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { issuesIn } from "#tests/support/refusal.ts";
import { storeRows } from "#tests/support/planted/stored-rows.ts";
import { tokenIssuer } from "#tests/support/scenes/token-issuer.ts";

const crear = "conexiones.exportacion.crear";
const one = "banco_a.movimientos.consultar";
const across = "conexiones.movimientos.consultar";
const mostBytes = 4 * 1024 * 1024;

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
});
afterAll(() => scene.api.close());

const offer = (input: object, key = scene.owner.key): Promise<string> =>
  exportFrom(scene.api.app, key, input);
const read = (url: string): Promise<ReadExport> => readExport(scene.api.app, url);
const lines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const ofOne = (more: object = {}) => ({
  tool_id: one,
  input: { periodo: "2027-08" },
  conexiones: [scene.own.a],
  formato: "ndjson",
  ...more,
});
const open = async (url: string) => {
  const { pathname } = new URL(url);
  const response = await scene.api.app.request(pathname);
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
};

describe("an export", () => {
  test("has every row that its tool returns, with no credential except the link", async () => {
    const { text, parts, headers } = await read(await offer(ofOne()));
    expect(parts).toBe(1);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${one}.ndjson"`);
    const rows: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await scene.data(
        one,
        { periodo: "2027-08", limit: 500, ...(cursor !== null && { cursor }) },
        scene.own.a,
      );
      rows.push(...(page["movimientos"] as unknown[]));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(lines(text)).toEqual(
      rows.map((row) => ({ conexionId: scene.own.a, ...(row as object) })),
    );
  });

  test("has the named fields, in that order, of the rows that match the filters", async () => {
    const input = { type: "debit", campos: ["monto", "id"] };
    const { text, headers } = await read(await offer(ofOne({ input, formato: "csv" })));
    const meant = scene.rows.a.filter(({ type }) => type === "debit");
    const [head, ...rows] = text.trimEnd().split("\r\n");
    expect(head).toBe("conexionId,monto,id");
    const expected = meant.map(({ monto, id }) => `${scene.own.a},${monto},${id}`);
    expect(rows.toSorted()).toEqual(expected.toSorted());
    expect(headers.get("content-type")).toBe("text/csv; charset=UTF-8");
  });

  test("of several banks is one list, and names each row's connection", async () => {
    const conexiones = [scene.own.a, scene.own.d, scene.own.f];
    const query = { tool_id: across, input: {}, conexiones, formato: "ndjson" };
    const rows = lines((await read(await offer(query))).text) as unknown as (Movement & {
      conexionId: string;
    })[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3 * rowsOfEach);
    expect(rows).toHaveLength(3 * rowsOfEach);
    const days = rows.map(({ fecha }) => fecha);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(rows.filter(({ conexionId }) => conexionId === scene.own.d)).toHaveLength(rowsOfEach);
  });

  test("of one tool and two connections has one after the other, with the coverage of each", async () => {
    const empty = await scene.api.connection(scene.owner.id, "banco_a");
    const query = ofOne({ conexiones: [empty, scene.own.a] });
    const { body } = await callTool(scene.api.app, crear, query, { key: scene.owner.key });
    expect(body.data).toMatchObject({
      nombreArchivo: `${one}.ndjson`,
      coberturas: [
        { conexionId: empty, cobertura: { estado: "nunca_sincronizado" } },
        { conexionId: scene.own.a, sistema: "banco_a", cobertura: { periodos: ["2027-08"] } },
      ],
      omitidas: [],
      nota: expect.stringContaining("no es una foto"),
    });
    const { text } = await read(String(body.data?.["url"]));
    expect(lines(text)).toHaveLength(rowsOfEach);
  });

  test("is offered over MCP as a file to fetch without the model", async () => {
    const send = (request: Request) => scene.api.app.fetch(request);
    const { result } = await executeOverMcp(send, crear, ofOne(), { key: scene.owner.key });
    const link = result?.content.find(({ type }) => type === "resource_link");
    expect(link).toMatchObject({
      uri: result?.structuredContent.data?.["url"],
      name: `${one}.ndjson`,
      mimeType: "application/x-ndjson",
    });
  });

  test("leaves out what its own tool would refuse, and says so; with nothing left it is refused", async () => {
    const off = await scene.api.connection(scene.owner.id, "banco_a");
    await updateConnection(scene.api.deps, off, { disabled: true });
    const ask = (conexiones: string[]) =>
      callTool(scene.api.app, crear, ofOne({ conexiones }), { key: scene.owner.key });
    const { body } = await ask([off, scene.own.a]);
    expect(body.data?.["omitidas"]).toEqual([{ conexionId: off, code: "connection_disabled" }]);
    expect((await ask([off])).body.error?.code).toBe("connection_disabled");
    const { key } = await scene.api.key(scene.owner.id, ["conexiones:read"]);
    const narrow = await callTool(scene.api.app, crear, ofOne(), { key });
    expect(narrow.body.error?.code).toBe("scope_not_granted");
  });

  test("costs each connection one call when it is offered, and one for each part that reads it", async () => {
    const fresh = await scene.api.organization();
    const ids = [
      await scene.api.connection(fresh.id, "banco_a"),
      await scene.api.connection(fresh.id, "banco_a"),
    ];
    const url = await offer(ofOne({ conexiones: ids }), fresh.key);
    await read(url);
    await read(url);
    const text = `select sum(calls)::int as calls from usage_slots
      where organization_id = $1 group by connection_id`;
    const spent = await scene.api.database.owner(text, [fresh.id]);
    expect(spent.map(({ calls }) => calls)).toEqual([3, 3]);
    const audited = await scene.api.database.owner(
      "select operation, outcome, actor_id from audit where organization_id = $1 order by at",
      [fresh.id],
    );
    const part = { operation: "exports.get", outcome: "ok", actor_id: fresh.keyId };
    expect(audited).toMatchObject([{ operation: crear }, part, part]);
  });
});

describe("an export is refused", () => {
  const unknown = "conn_01k2ap4m7c5xj0h8rztwq6e9vd";
  test.each<[string, object, (string | number)[], string]>([
    ["a tool that is none", { tool_id: "banco_a.nada.nada" }, ["tool_id"], "invalid_choice"],
    ["one that reads no rows", { tool_id: "core.timestamp.now" }, ["tool_id"], "invalid_choice"],
    ["one that syncs", { tool_id: "banco_a.conexion.sincronizar" }, ["tool_id"], "invalid_choice"],
    ["a page of it", { input: { limit: 5 } }, ["input", "limit"], "not_allowed"],
    ["a field of nobody", { input: { saldo: 1 } }, ["input", "saldo"], "unknown_field"],
    ["a wrong filter", { input: { periodo: "agosto" } }, ["input", "periodo"], "wrong_format"],
    ["a column of nobody", { input: { campos: ["x"] } }, ["input", "campos", 0], "invalid_choice"],
    ["a stranger's connection", { conexiones: [unknown] }, ["conexiones", 0], "unknown_connection"],
    ["no connection", { conexiones: [] }, ["conexiones"], "too_short"],
    ["another form", { formato: "xlsx" }, ["formato"], "invalid_choice"],
    ["a long input", { input: { numeroCuenta: "9".repeat(2_100) } }, ["input"], "too_long"],
  ])("for %s", async (_what, query, path, code) => {
    const answer = await callTool(scene.api.app, crear, ofOne(query), { key: scene.owner.key });
    expect(issuesIn(answer)).toMatchObject([{ path, code }]);
  });

  test("for a connection named twice, and for one of another system", async () => {
    for (const second of [scene.own.a, scene.own.d]) {
      const query = ofOne({ conexiones: [scene.own.a, second] });
      const answer = await callTool(scene.api.app, crear, query, { key: scene.owner.key });
      expect(issuesIn(answer)).toMatchObject([{ path: ["conexiones", 1] }]);
    }
  });
});

describe("a link", () => {
  test("changed anywhere is invalid", async () => {
    const url = await offer(ofOne());
    const token = url.slice(url.lastIndexOf("/") + 1);
    for (let at = 0; at < token.length; at += 23) {
      const other = token[at] === "A" ? "B" : "A";
      const changed = url.replace(token, `${token.slice(0, at)}${other}${token.slice(at + 1)}`);
      expect(await open(changed)).toEqual([401, "unauthorized"]);
    }
    expect((await read(url)).parts).toBe(1);
  });

  test("ends at once with its key, and with its connection", async () => {
    const { api, owner, own } = scene;
    const made = await createApiKey(api.deps, {
      organizationId: owner.id,
      scopes: ["conexiones:read", "banco_a:read"],
      connections: [own.a],
    });
    const url = await offer(ofOne(), made.key);
    expect((await read(url)).parts).toBe(1);
    const limits = "update api_keys set connections = $2 where id = $1";
    await api.database.owner(limits, [made.id, []]);
    expect(await open(url)).toEqual([401, "unauthorized"]);
    await api.database.owner(limits, [made.id, [own.a]]);
    await api.database.owner("update api_keys set scopes = '{conexiones:read}' where id = $1", [
      made.id,
    ]);
    expect(await open(url)).toEqual([403, "scope_not_granted"]);
    await revokeKey(api.contextOf(owner.id), made.id);
    expect(await open(url)).toEqual([401, "unauthorized"]);
  });

  test("of a grant ends with the grant", async () => {
    const { api, owner, own } = scene;
    const issuer = await tokenIssuer(api);
    const scopes = ["conexiones:read", "banco_a:read"];
    const agent = await issuer.agent(owner.id, { scopes, connections: [own.a] });
    const url = await offer(ofOne(), agent.token);
    expect((await read(url)).parts).toBe(1);
    await endAnyGrant(api.deps, agent.grantId, "revoked");
    expect(await open(url)).toEqual([401, "unauthorized"]);
  });

  test("says that one of its connections is closed, and returns no part of the rest", async () => {
    const { api, owner } = scene;
    const conexiones = [await api.connection(owner.id, "banco_d"), scene.own.a];
    const query = { tool_id: across, input: {}, conexiones, formato: "ndjson" };
    const url = await offer(query);
    await updateConnection(api.deps, conexiones[0] ?? "", { disabled: true });
    expect(await open(url)).toEqual([403, "connection_disabled"]);
  });

  test("expires after 15 minutes", async () => {
    const url = await offer(ofOne());
    const { clock } = scene.api;
    const inMinutes = (minutes: number) => clock.advance(minutes * 60_000);
    inMinutes(14);
    expect((await read(url)).parts).toBe(1);
    inMinutes(1);
    expect(await open(url)).toEqual([401, "unauthorized"]);
  });
});

describe("50,000 rows", () => {
  const count = 50_000;
  let api: TestApi;
  let owner: TestOrganization;
  beforeAll(async () => {
    api = await testApi();
    api.clock.moveTo(new Date("2027-09-02T15:00:00Z"));
    owner = await api.organization();
  });
  afterAll(() => api.close());

  test("arrive once each while a sync writes, in parts of at most 4 MiB", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const at = { organization: owner.id, connection };
    const [like] = scene.rows.a;
    if (like === undefined) throw new TypeError("no row");
    const rowOf = (n: number, id = `r-${n}`) => ({ ...like, id, descripcion: "x".repeat(150) });
    for (let from = 0; from < count; from += 5_000) {
      const rows = Array.from({ length: 5_000 }, (_, n) => rowOf(from + n));
      await storeRows(api, at, ofA, rows);
    }
    const url = await exportFrom(
      api.app,
      owner.key,
      ofOne({ input: {}, conexiones: [connection] }),
    );
    let written = 0;
    const { text, parts, longest } = await readExport(api.app, url, async () => {
      // Between two parts a sync brings new rows, and the old ones again.
      const again = Array.from({ length: 500 }, (_, n) => rowOf(n * 97));
      const added = Array.from({ length: 500 }, (_, n) => rowOf(n, `new-${written}-${n}`));
      await storeRows(api, at, ofA, [...again, ...added]);
      written += added.length;
    });
    expect(parts).toBeGreaterThan(2);
    expect(longest).toBeLessThanOrEqual(mostBytes);
    expect(written).toBeGreaterThan(0);
    const ids = lines(text).map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(ids.length);
    const stored = new Set(ids.filter((id) => id.startsWith("r-")));
    expect(stored.size).toBe(count);
  });
});
