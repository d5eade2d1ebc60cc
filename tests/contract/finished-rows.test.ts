import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { connectors } from "#lib/tools/connectors.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { movimientos, type Movimiento } from "#lib/connectors/banco_a/store.ts";
import { movimientosConsultar } from "#lib/connectors/banco_a/tools/movimientos-consultar.ts";
import {
  defineConnector,
  readTool,
  type RecordQuery,
  type Tool,
  type ToolContext,
} from "#lib/contract/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { probeConnector, ProbeRow, probeRows } from "#tests/support/scenes/probe-connector.ts";
import { probeMovements, storeProbeRows } from "#tests/support/scenes/probe-rows.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import { storeCoverage, storeRows } from "#tests/support/planted/stored-rows.ts";

// Rows are returned in the form that was finished when they were written (lib/contract/dataset/finished-rows.ts).

/** The probe's rows, in a release that knows one field more. */
const LaterRow = ProbeRow.extend({ nota: z.string().nullable().default(null) });
const laterRows = readTool({
  id: "prueba.movimientos.consultar",
  title: "Leer filas de prueba",
  description: "Filas que las pruebas guardan.",
  dataset: { ...probeRows, row: LaterRow },
  row: LaterRow.extend({ ultimaLecturaEn: z.iso.datetime() }),
  filters: z.strictObject({}),
  where: () => ({}),
  example: { input: {}, rows: [] },
});
const later = defineConnector(probeConnector().connector.manifest, [laterRows]);

let api: TestApi;
let owner: { id: string; key: string };
let connection: string;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, later] });
  owner = await api.organization();
});
afterAll(() => api.close());

const row = (n: number, change: Partial<Movimiento> = {}): Movimiento => ({
  ...rowOf(movimientosConsultar, {
    id: `m${n}`,
    fecha: `2026-03-0${n}`,
    descripcion: `GLOSA "${n}" Ñ`,
    monto: n,
    saldo: -n,
  }),
  ...change,
});

const keep = (...rows: Movimiento[]) =>
  storeRows(api, { organization: owner.id, connection }, movimientos, rows);

beforeEach(async () => {
  connection = await api.connection(owner.id, "banco_a");
  const where = { organization: owner.id, connection };
  await storeCoverage(api, where, { alcance: "movimientos", periodo: "2026-03" });
  await keep(row(1), row(2), row(3));
});

const change = (set: string, ...values: unknown[]) =>
  api.database.owner(
    `update records set ${set} where connection_id = $1 and dataset = 'banco_a.movimientos'`,
    [connection, ...values],
  );
const kept = () =>
  api.database.owner(
    "select id, answer, answer_contract, read_at from records where connection_id = $1 order by id",
    [connection],
  );

const ask = (input: object = {}) =>
  callTool(
    api.app,
    "banco_a.movimientos.consultar",
    { periodo: "2026-03", ...input },
    { key: owner.key, connection },
  );
const rowsOf = async (input?: object) =>
  (await ask(input)).body.data?.["movimientos"] as Record<string, unknown>[];

test("they equal what the slow way returns, field by field and in order, page by page", async () => {
  const finished = await ask();
  const shortly = await ask({ limit: 2 });
  expect(JSON.stringify(await rowsOf())).toContain('{"id":"m3","fecha":"2026-03-03"');
  expect((await kept()).every(({ answer }) => answer !== null)).toBe(true);
  await change("answer_contract = 'an older one'");
  const plain = await ask();
  expect(JSON.stringify(plain.body.data)).toBe(JSON.stringify(finished.body.data));
  const cursor = shortly.body.data?.["cursor"];
  expect(typeof cursor).toBe("string");
  expect((await rowsOf({ limit: 2, cursor })).map(({ id }) => id)).toEqual(["m1"]);
});

test("each has the reading time of the slow way: its neighbours', or its own once it was missed", async () => {
  await storeRows(api, { organization: owner.id, connection }, movimientos, [row(4)], 7);
  const seen = new Date(api.clock.now().getTime() + 3_600_000);
  await api.database.owner("update coverage set seen_at = $2 where connection_id = $1", [
    connection,
    { [movimientos.id]: { "2026-03|70012345678": seen.getTime() } },
  ]);
  const seenAt = async () => (await rowsOf()).map(({ ultimaLecturaEn }) => ultimaLecturaEn);
  const later = new Date(seen.getTime() + 7).toISOString();
  expect(await seenAt()).toEqual([later, ...Array<string>(3).fill(seen.toISOString())]);
  await change("missed_by = case id when 'm1' then 'sjb_1' end");
  const [own] = (await kept()).map(({ read_at: at }) => (at as Date).toISOString());
  const told = [later, seen.toISOString(), seen.toISOString(), own];
  expect(await seenAt()).toEqual(told);
  await change("answer_contract = 'an older one'");
  expect(await seenAt()).toEqual(told);
});

test("a text under another contract's name is not returned", async () => {
  await change(`answer_contract = 'an older one', answer = '{"id":"m1"}'`);
  expect((await rowsOf()).map(({ monto }) => monto)).toEqual([3, 2, 1]);
});

test("a page with one unfinished row is built the slow way", async () => {
  await change("answer = case when id <> 'm2' then answer end");
  expect((await rowsOf()).map(({ monto }) => monto)).toEqual([3, 2, 1]);
});

test("a payload's finished row goes with it, whatever wrote it", async () => {
  await change(`payload = payload || '{"monto": 7}'`);
  expect((await kept()).map(({ answer }) => answer)).toEqual([null, null, null]);
  expect((await rowsOf()).map(({ monto }) => monto)).toEqual([7, 7, 7]);
});

test("a row that breaks its contract is stored, but neither finished nor returned", async () => {
  await keep(row(4, { monto: -1 }));
  expect((await kept()).at(-1)).toMatchObject({ id: "m4", answer: null, answer_contract: null });
  expectRefusal(await ask(), "output_contract_error");
});

test("the same row under a new contract is finished anew, and is no newer for it", async () => {
  const before = await kept();
  await change("answer = null, answer_contract = 'an older one'");
  await keep(row(1), row(2), row(3));
  expect(await kept()).toEqual(before);
});

test("a text that had to be cleaned is returned clean", async () => {
  await keep(row(1, { descripcion: "a\u200bb" }));
  expect((await kept())[0]).toMatchObject({ answer: null });
  expect((await rowsOf()).at(-1)).toMatchObject({ descripcion: "ab" });
});

test("a field that came after a row was stored is returned with its default", async () => {
  const of = await api.connection(owner.id, "prueba");
  await storeProbeRows(api, owner.id, of, probeMovements(2));
  const { body } = await callTool(api.app, laterRows.id, {}, { key: owner.key, connection: of });
  expect(body.data?.["movimientos"]).toMatchObject([{ nota: null }, { nota: null }]);
});

/** A tool's query of the stored rows for its own example. */
async function queryOf(tool: Tool): Promise<RecordQuery | null> {
  const asked: RecordQuery[] = [];
  const read = (query: RecordQuery) => {
    asked.push(query);
    throw new Error("it has asked");
  };
  const ctx = { now: api.clock.now(), connection: { id: "conn", connector: tool.connector } };
  const services = { records: { read } };
  await tool
    .run({ ...ctx, services } as unknown as ToolContext, tool.input.parse(tool.example.input))
    .catch(() => undefined);
  return asked[0] ?? null;
}

test("every list is answered like this, except those whose rows change when read", async () => {
  const queries = await Promise.all(
    createCatalogue(connectors).tools.map(async (tool) => [tool.id, await queryOf(tool)] as const),
  );
  const lists = queries.filter(([, query]) => query !== null);
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter(([, query]) => query?.finished === null).map(([id]) => id)).toEqual([
    "banco_d.movimientos.consultar",
    "banco_f.movimientos.consultar",
    "tributario.boletas.consultar",
    "tributario.dte.consultar",
  ]);
});
