import { afterAll, beforeAll, expect, test } from "vitest";
import { movimientosConsultar as ofA } from "#lib/connectors/banco_a/tools/movimientos-consultar.ts";
import { movimientosVigentes } from "#lib/connectors/banco_d/store.ts";
import { movimientosConsultar as ofD } from "#lib/connectors/banco_d/tools/movimientos-consultar.ts";
import { movimientosConsultar as ofF } from "#lib/connectors/banco_f/tools/movimientos-consultar.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import { storeRows } from "#tests/support/planted/stored-rows.ts";

/* An agent that wants a month of all of its banks used to need 105 calls and 1.8 MB. */

const rowsOfEach = 560;
const banks = ["banco_a", "banco_d", "banco_f"] as const;

let api: TestApi;
let owner: TestOrganization;
const connections: string[] = [];
/** What was stored, computed at the time. */
const truth = new Map<string, { filas: number; monto: number }>();
beforeAll(async () => {
  api = await testApi();
  api.clock.moveTo(new Date("2027-09-02T15:00:00Z"));
  owner = await api.organization();
  for (let at = 0; at < 10; at += 1) await connect(banks[at % banks.length] ?? "banco_a", at);
});
afterAll(() => api?.close());

async function connect(bank: (typeof banks)[number], nth: number): Promise<void> {
  const connection = await api.connection(owner.id, bank);
  connections.push(connection);
  const rows = Array.from({ length: rowsOfEach }, (_, n) => {
    const type = n % 3 === 0 ? ("debit" as const) : ("credit" as const);
    const monto = 1_000 + nth * 10_000 + n;
    const sum = truth.get(`${connection} ${type}`) ?? { filas: 0, monto: 0 };
    truth.set(`${connection} ${type}`, { filas: sum.filas + 1, monto: sum.monto + monto });
    return {
      id: `${nth}-${String(n).padStart(4, "0")}`,
      fecha: `2027-08-${String((n % 31) + 1).padStart(2, "0")}`,
      descripcion: `Transferencia de proveedor número ${n}`,
      numeroDocumento: null,
      numeroCuenta: `7001234567${nth}`,
      monto,
      type,
      display: `-$${monto}`,
    };
  });
  const at = { organization: owner.id, connection };
  switch (bank) {
    case "banco_a":
      return storeRows(
        api,
        at,
        ofA.dataset,
        rows.map((row) => rowOf(ofA, row)),
      );
    case "banco_d":
      return storeRows(
        api,
        at,
        movimientosVigentes,
        rows.map((row) => rowOf(ofD, row)),
      );
    case "banco_f":
      return storeRows(
        api,
        at,
        ofF.dataset,
        rows.map((row) => rowOf(ofF, { ...row, detalle: null, transferencia: null })),
      );
  }
}

interface Page {
  movimientos: { columnas: string[]; filas: unknown[][] };
  totales: { conexionId: string; type: string; filas: number; monto: number }[] | null;
  cursor: string | null;
}

test("a month of ten connections, 5,600 rows, takes an agent at most 16 calls, and adds up", async () => {
  const campos = ["fecha", "descripcion", "monto", "type", "conexionId"];
  const asked = { conexiones: connections, periodo: "2027-08", campos, formato: "columnas" };
  const seen = new Map<string, { filas: number; monto: number }>();
  let [calls, rows, bytes] = [0, 0, 0];
  let totals: Page["totales"] = null;
  let cursor: string | null = null;
  do {
    const { result } = await executeOverMcp(
      (request) => api.app.fetch(request),
      "conexiones.movimientos.consultar",
      { ...asked, limit: 500, totales: true, ...(cursor !== null && { cursor }) },
      { key: owner.key },
    );
    const page = result?.structuredContent.data as unknown as Page;
    expect(page.movimientos.columnas).toEqual(campos);
    for (const [, , monto, type, connection] of page.movimientos.filas) {
      const key = `${String(connection)} ${String(type)}`;
      const sum = seen.get(key) ?? { filas: 0, monto: 0 };
      seen.set(key, { filas: sum.filas + 1, monto: sum.monto + Number(monto) });
    }
    totals ??= page.totales;
    rows += page.movimientos.filas.length;
    bytes += result?.content.map(({ text }) => text?.length ?? 0).reduce((a, b) => a + b, 0) ?? 0;
    calls += 1;
    ({ cursor } = page);
  } while (cursor !== null);
  console.log(`${calls} calls, ${rows} rows, ${bytes} bytes of text`);
  expect(rows).toBe(10 * rowsOfEach);
  expect(calls).toBeLessThanOrEqual(16);
  expect(seen).toEqual(truth);
  const told = (totals ?? []).map(
    ({ conexionId, type, filas, monto }) => [`${conexionId} ${type}`, { filas, monto }] as const,
  );
  expect(new Map(told)).toEqual(truth);
});
