import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { dropOldTickets } from "#lib/ledger/index.ts";
import { plantFile } from "#tests/support/planted/file.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";

// A document that a tool returns as a link: it works once, for five minutes, for the credential that asked.

const tool = "tributario.dte_pdf.obtener";
const minuteMs = 60_000;
const pdf = Buffer.from(`%PDF-1.7\n${"ñ".repeat(40 * 1024)}`);

let api: TestApi;
let organizationId: string;
let key: string;
let connection: string;
let operacionId: string;

beforeAll(async () => {
  api = await testApi();
  ({ id: organizationId, key } = await api.organization());
  connection = await api.connection(organizationId, "tributario");
});
afterAll(() => api.close());
beforeEach(async () => {
  operacionId = await issued(pdf);
});

async function issued(file: Buffer): Promise<string> {
  const now = api.clock.now();
  const id = newId("oper", now);
  await api.database.owner(
    `insert into operations (id, organization_id, connection_id, connector, rut, kind, tool_id,
       idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash,
       looks_like, document_hash, tipo_dte, state, job_id, token, folio, barrier_at, created_at)
     values ($1, $2, $3, 'tributario', $1, 'dte', 'tributario.dte.emitir', $4, 'req_1', 'api_key',
       'key_1', '', '', '', '', 33, 'done', 'sjb_1', 1, 7, $5, $5)`,
    [id, organizationId, connection, randomUUID(), now],
  );
  await plantFile(api, { organizationId, operationId: id }, file);
  return id;
}

async function ask(input: object = { entrega: "enlace" }, as = key): Promise<Answered> {
  return callTool(api.app, tool, { operacionId, ...input }, { key: as, connection });
}

async function link(as = key): Promise<string> {
  const { data } = (await ask({ entrega: "enlace" }, as)).body;
  expect(data).toMatchObject({ contenidoBase64: null, nombreArchivo: "dte-33-7.pdf" });
  const url = urlIn(data);
  expect(url).toMatch(/^http:\/\/connect\.test\/v1\/documents\/[\w-]{43}$/);
  return new URL(url).pathname;
}

const urlIn = (data: Record<string, unknown> | undefined): string =>
  String(Object.entries(data?.["enlace"] ?? {}).find(([name]) => name === "url")?.[1]);

const get = async (path: string, as = key, method = "GET"): Promise<Response> =>
  api.app.request(path, { method, headers: { authorization: `Bearer ${as}` } });

async function refusalOf(answer: Response): Promise<unknown> {
  const { error } = (await answer.json()) as Answered["body"];
  return [answer.status, error?.code];
}

const gone = [404, "collection_not_found"];

test("sends the file once, forbids caching, and is recorded without the ticket", async () => {
  const path = await link();
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="dte-33-7.pdf"',
    "x-content-type-options": "nosniff",
  });
  expect(await refusalOf(await get(path))).toEqual(gone);
  const requestId = answer.headers.get("x-request-id");
  const [row] = await api.database.owner(
    "select operation, outcome, to_jsonb(a)::text as whole from audit a where request_id = $1",
    [requestId],
  );
  expect(row).toMatchObject({ operation: "documents.get", outcome: "ok" });
  expect(row?.["whole"]).not.toContain(path.split("/").at(-1));
});

test("of twenty simultaneous downloads exactly one succeeds", async () => {
  const path = await link();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await get(path)).status),
  );
  const count = (status: number): number => statuses.filter((one) => one === status).length;
  expect([count(200), count(404)]).toEqual([1, 19]);
});

test("a HEAD request does not use it up", async () => {
  const path = await link();
  await get(path, key, "HEAD");
  expect((await get(path)).status).toBe(200);
});

test("works for five minutes, and is reported as expired for an hour", async () => {
  const path = await link();
  const late = await link();
  const start = api.clock.now().getTime();
  api.clock.moveTo(new Date(start + 4 * minuteMs));
  expect((await get(path)).status).toBe(200);
  api.clock.moveTo(new Date(start + 5 * minuteMs));
  expect(await refusalOf(await get(late))).toEqual([410, "collection_expired"]);
  api.clock.moveTo(new Date(start + 65 * minuteMs));
  await dropOldTickets({ ...api.deps, db: api.database.keeper });
  expect(await refusalOf(await get(late))).toEqual(gone);
});

test("a repeated call under the same key gets its own working link", async () => {
  const options = { key, connection, idempotencyKey: randomUUID() };
  const taken = async () => {
    const { body } = await callTool(api.app, tool, { operacionId, entrega: "enlace" }, options);
    expect(body.meta["idempotency"]).toBeUndefined();
    return get(new URL(urlIn(body.data)).pathname);
  };
  expect((await taken()).status).toBe(200);
  api.clock.advance(6 * minuteMs);
  const later = await taken();
  expect(later.status).toBe(200);
  expect(Buffer.from(await later.arrayBuffer())).toEqual(pdf);
});

test("another credential can neither download it nor use it up, and a stranger does not learn that it exists", async () => {
  const path = await link();
  const other = await api.key(organizationId, ["tributario:read"]);
  expect(await refusalOf(await get(path, other.key))).toEqual([403, "collection_scope_forbidden"]);
  const { key: stranger } = await api.organization();
  expect(await refusalOf(await get(path, stranger))).toEqual(gone);
  expect(await refusalOf(await get(path, "connect_sk_none"))).toEqual([401, "unauthorized"]);
  expect((await get(path)).status).toBe(200);
});

test("checks the right to read the system again", async () => {
  const narrowed = await api.key(organizationId, ["tributario:read"]);
  const path = await link(narrowed.key);
  await api.database.owner("update api_keys set scopes = '{echo:read}' where id = $1", [
    narrowed.id,
  ]);
  expect(await refusalOf(await get(path, narrowed.key))).toEqual([403, "scope_not_granted"]);
});

test("checks again that its credential may see the connection", async () => {
  const limited = await api.key(organizationId, ["tributario:read"]);
  const path = await link(limited.key);
  await api.database.owner("update api_keys set connections = '{}' where id = $1", [limited.id]);
  expect(await refusalOf(await get(path, limited.key))).toEqual(gone);
});

test("ends no later than its file", async () => {
  await link();
  const ends = new Date(api.clock.now().getTime() + minuteMs);
  const shorter = "update operation_files set expires_at = $2 where operation_id = $1";
  await api.database.owner(shorter, [operacionId, ends]);
  const { data } = (await ask()).body;
  expect(data).toMatchObject({ enlace: { expiraEn: ends.toISOString() } });
});

test("disappears with its file", async () => {
  const path = await link();
  await api.database.owner("delete from operation_files where operation_id = $1", [operacionId]);
  expect(await refusalOf(await get(path))).toEqual(gone);
});

test("over MCP, more than 60 KB is always a link, and less is content", async () => {
  const overMcp = async (input: object) => {
    const { result } = await executeOverMcp(
      (request) => api.app.request(request),
      tool,
      { operacionId, ...input },
      { key, connection },
    );
    return result?.structuredContent.data;
  };
  const long = await overMcp({});
  expect(long).toMatchObject({ contenidoBase64: null, enlace: { url: expect.any(String) } });
  const file = await get(new URL(urlIn(long)).pathname);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
  expect((await ask({})).body.data).toMatchObject({
    contenidoBase64: pdf.toString("base64"),
    enlace: null,
  });
  operacionId = await issued(Buffer.from("%PDF-1.7"));
  expect(await overMcp({})).toMatchObject({
    contenidoBase64: Buffer.from("%PDF-1.7").toString("base64"),
    enlace: null,
  });
});
