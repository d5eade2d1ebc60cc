import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { defineConnector, readTool } from "#lib/contract/index.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { probeConnector, ProbeRow, probeRows } from "#tests/support/scenes/probe-connector.ts";
import { probeMovements, storeProbeRows } from "#tests/support/scenes/probe-rows.ts";
import { expectRefusal, issuesIn } from "#tests/support/refusal.ts";

const read = "prueba.movimientos.consultar";
const probe = probeConnector().connector;
const sameRows = readTool({
  id: "prueba.cartolas.consultar",
  title: "Leer las mismas filas",
  description: "Las mismas filas con otra herramienta.",
  dataset: probeRows,
  row: ProbeRow.extend({ ultimaLecturaEn: z.iso.datetime() }),
  filters: z.strictObject({ periodo: z.string().optional() }),
  where: () => ({}),
  example: { input: {}, rows: [] },
});

let api: TestApi;
let own: TestOrganization;
let connection: string;
let cursor: string;

beforeAll(async () => {
  api = await testApi({
    connectors: [defineConnector(probe.manifest, [...probe.tools, sameRows])],
  });
  own = await api.organization();
  connection = await api.connection(own.id, "prueba");
  await storeProbeRows(api, own.id, connection, probeMovements(60));
  cursor = String((await page({ periodo: "2026-01", limit: 2 })).body.data?.["cursor"]);
});
afterAll(() => api.close());

const page = (input: Record<string, unknown>, { toolId = read, as = own, on = connection } = {}) =>
  callTool(api.app, toolId, input, { key: as.key, connection: on });

function idsOf(answer: Awaited<ReturnType<typeof page>>): string[] {
  return ((answer.body.data?.["movimientos"] ?? []) as ProbeRow[]).map(({ id }) => id);
}

test("a cursor continues its list, also with another limit", async () => {
  const next = await page({ periodo: "2026-01", limit: 3, cursor });
  expect(idsOf(next)).toEqual(["mov-000028", "mov-000027", "mov-000026"]);
});

test("the last page has no cursor", async () => {
  const rest = await page({ periodo: "2026-01", limit: 500, cursor });
  expect(idsOf(rest)).toHaveLength(29);
  expect(rest.body.data?.["cursor"]).toBeNull();
});

test.each<[string, () => ReturnType<typeof page>]>([
  ["another period", () => page({ periodo: "2026-02", cursor })],
  ["no period", () => page({ cursor })],
  ["one filter more", () => page({ periodo: "2026-01", type: "debit", cursor })],
  [
    "another tool",
    () => page({ periodo: "2026-01", cursor }, { toolId: "prueba.cartolas.consultar" }),
  ],
  [
    "another connection of the same company",
    async () =>
      page({ periodo: "2026-01", cursor }, { on: await api.connection(own.id, "prueba") }),
  ],
  [
    "another organization",
    async () => {
      const as = await api.organization();
      return page(
        { periodo: "2026-01", cursor },
        { as, on: await api.connection(as.id, "prueba") },
      );
    },
  ],
])("a cursor is refused with %s", async (_name, call) => {
  const answer = await call();
  expectRefusal(answer, "validation_error");
  expect(issuesIn(answer)).toMatchObject([{ path: ["cursor"], code: "wrong_format" }]);
});

test("a cursor changed in any one character is refused", async () => {
  const changed = Array.from(cursor, (letter, at) => {
    const other = letter === "A" ? "B" : "A";
    return cursor.slice(0, at) + other + cursor.slice(at + 1);
  });
  expect(changed.length).toBeGreaterThan(40);
  for (const tampered of changed) {
    expectRefusal(await page({ periodo: "2026-01", cursor: tampered }), "validation_error");
  }
});

test.each([
  ["shortened", () => cursor.slice(0, -1)],
  ["lengthened", () => `${cursor}A`],
  ["padded", () => `${cursor}=`],
  ["spaced", () => ` ${cursor}`],
  ["empty", () => ""],
  ["a guess", () => Buffer.from('["2026-01-30|mov-000029","mov-000029"]').toString("base64url")],
  ["a number", () => 2],
  ["null", () => null],
  ["an offset", () => "100"],
  ["too long", () => "A".repeat(2_001)],
])("a cursor that is %s is refused", async (_name, given) => {
  expectRefusal(await page({ periodo: "2026-01", cursor: given() }), "validation_error");
});
