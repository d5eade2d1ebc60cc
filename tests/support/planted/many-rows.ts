import { movimientosConsultar as toolOfA } from "#lib/connectors/banco_a/tools/movimientos-consultar.ts";
import { movimientosVigentes as ofD } from "#lib/connectors/banco_d/store.ts";
import { movimientosConsultar as toolOfD } from "#lib/connectors/banco_d/tools/movimientos-consultar.ts";
import { saldos as balancesOfF } from "#lib/connectors/banco_f/store.ts";
import { movimientosConsultar as toolOfF } from "#lib/connectors/banco_f/tools/movimientos-consultar.ts";
import {
  callTool,
  testApi,
  type Answered,
  type TestApi,
  type TestOrganization,
} from "../scenes/api.ts";
import { rowOf } from "./row-of.ts";
import { storeCoverage, storeRows } from "./stored-rows.ts";

export const rowsOfEach = 1_000;

export interface Movement {
  id: string;
  fecha: string;
  numeroCuenta: string;
  monto: number;
  type: string;
}

/** Movement `n` of an account, in August; amounts are in whole pesos. */
function movement(system: string, n: number) {
  return {
    id: `${system}-${String(n).padStart(5, "0")}`,
    fecha: `2027-08-${String((n % 28) + 1).padStart(2, "0")}`,
    descripcion: `Pago de factura ${n}`,
    numeroDocumento: String(n).padStart(8, "0"),
    numeroCuenta: `7001234567${n % 2}`,
    monto: 1_000 + n,
    type: n % 3 === 0 ? ("debit" as const) : ("credit" as const),
    display: `-$${1_000 + n}`,
  };
}
const numbers = Array.from({ length: rowsOfEach }, (_, n) => n);
const rowsA = numbers.map((n) => rowOf(toolOfA, movement("a", n)));
const rowsD = numbers.map((n) => rowOf(toolOfD, movement("d", n)));
const unsaid = { detalle: null, transferencia: null };
const rowsF = numbers.map((n) => rowOf(toolOfF, { ...movement("f", n), ...unsaid }));

/** An organization with three banks, each with a month of stored movements. */
export interface ManyRows {
  api: TestApi;
  owner: TestOrganization;
  own: { a: string; d: string; f: string };
  rows: { a: readonly Movement[]; d: typeof rowsD; f: typeof rowsF };
  read(tool: string, input: object, connection?: string): Promise<Answered>;
  /** The data of a successful answer. */
  data(
    tool: string,
    input: object,
    connection?: string,
  ): Promise<Record<string, unknown> & { cursor: string | null }>;
}

export async function manyRows(): Promise<ManyRows> {
  const api = await testApi();
  api.clock.moveTo(new Date("2027-09-02T15:00:00Z"));
  const owner = await api.organization();
  const at = (connection: string) => ({ organization: owner.id, connection });
  const own = {
    a: await api.connection(owner.id, "banco_a"),
    d: await api.connection(owner.id, "banco_d"),
    f: await api.connection(owner.id, "banco_f"),
  };
  await storeRows(api, at(own.a), toolOfA.dataset, rowsA);
  await storeRows(api, at(own.d), ofD, rowsD);
  await storeRows(api, at(own.f), toolOfF.dataset, rowsF);
  await storeRows(api, at(own.f), balancesOfF, [
    balancesOfF.row.parse({
      numeroCuenta: "70012345670",
      currency: "USD",
      observedDay: "2027-09-02",
      saldoContable: 12.5,
      saldoDisponible: 10,
    }),
  ]);
  await storeCoverage(api, at(own.a), { alcance: "movimientos", periodo: "2027-08" });
  const read: ManyRows["read"] = (tool, input, connection) =>
    callTool(api.app, tool, input, {
      key: owner.key,
      ...(connection !== undefined && { connection }),
    });
  return {
    api,
    owner,
    own,
    rows: { a: rowsA, d: rowsD, f: rowsF },
    read,
    data: async (...call) => {
      const { status, body } = await read(...call);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data as Record<string, unknown> & { cursor: string | null };
    },
  };
}

/** Computed from the rows themselves, by account and type. */
export function sumsOf(rows: readonly Movement[]) {
  const groups = Map.groupBy(rows, ({ numeroCuenta, type }) => `${numeroCuenta}|${type}`);
  return [...groups.values()].map((group) => ({
    numeroCuenta: group[0]?.numeroCuenta,
    moneda: "CLP",
    type: group[0]?.type,
    filas: group.length,
    monto: group.reduce((sum, { monto }) => sum + monto, 0),
  }));
}
