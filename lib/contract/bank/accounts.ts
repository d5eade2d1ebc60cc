import * as z from "zod";
import { toRecord, type Dataset } from "../dataset/dataset.ts";
import { readRows, type ReadRows } from "../dataset/read-rows.ts";
import { portalText } from "../driver/portal-text.ts";
import { Moneda, NumeroCuenta } from "./fields.ts";

export const Cuenta = z.strictObject({
  numeroCuenta: NumeroCuenta,
  tipo: portalText("Tipo de cuenta como lo nombra el banco"),
  moneda: Moneda,
  estado: portalText("Estado que muestra el banco; null si no muestra ninguno").nullable(),
});
export type Cuenta = z.infer<typeof Cuenta>;

/** The accounts that a bank showed at its last sync, one row each, for no particular month. */
export function accountsOf(connector: string): Dataset<Cuenta> {
  return {
    id: `${connector}.cuentas`,
    list: "cuentas",
    row: Cuenta,
    readAtField: "ultimaLecturaEn",
    order: "ascending",
    key: (row) => row.numeroCuenta,
    sortKey: (row) => row.numeroCuenta,
    periodo: () => "",
    account: (row) => row.numeroCuenta,
    unseen: "stays",
  };
}

/** The accounts that come with a reading of any module. */
export function accountRows(dataset: Dataset<Cuenta>, accounts: readonly Cuenta[]): ReadRows {
  const records = accounts.map((account) => toRecord(dataset, account));
  return { ...readRows(dataset, records), uncounted: true };
}
