import type { TestApi } from "./api.ts";
import { probeRows, type ProbeRow } from "./probe-connector.ts";
import { storeRows } from "../planted/stored-rows.ts";

/** `count` movements, one a day from 2026-01-01 on, over two accounts and both types. */
export function probeMovements(count: number): ProbeRow[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `mov-${String(n).padStart(6, "0")}`,
    numeroCuenta: n % 3 === 0 ? "002" : "001",
    fecha: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    type: n % 2 === 0 ? "debit" : "credit",
    monto: 1_000 + n,
  }));
}

/** Stores rows of the probe's dataset, as a sync would. */
export async function storeProbeRows(
  api: TestApi,
  organization: string,
  connection: string,
  rows: readonly ProbeRow[],
): Promise<void> {
  await storeRows(api, { organization, connection }, probeRows, rows);
}
