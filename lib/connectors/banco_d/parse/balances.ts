import { parseMonto, type Fecha } from "#lib/chile/index.ts";
import { parseMoneda, readable, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import type { RawBalance, ShownPage } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";
import { parseDay } from "./day.ts";

const columns = {
  cuenta: "Cuenta",
  moneda: "Moneda",
  contable: "Contable",
  disponible: "Disponible",
  saldo9: "Saldo 9 AM",
  retencion: "Retención",
} as const;

/** The day is the one that the portal prints, which near midnight may differ from ours. */
export function parseBalances({ texts, tables }: ShownPage): {
  rows: SaldoDiario[];
  incompletos: number;
} {
  const fecha = parseDay(texts.fecha ?? "");
  if (fecha === null || tables.saldos === null) throw unknownShape("no list of balances");
  return readable(rowsOf(tables.saldos, columns), (raw) => parseBalance(raw, fecha));
}

function parseBalance(raw: RawBalance, fecha: Fecha): SaldoDiario | null {
  const moneda = parseMoneda(raw.moneda);
  const [contable, disponible, saldo9, retencion] = [
    raw.contable,
    raw.disponible,
    raw.saldo9,
    raw.retencion,
  ].map(parseMonto);
  if (!/^\d+$/.test(raw.cuenta) || moneda === null) return null;
  if (!contable || !disponible || !saldo9 || !retencion) return null;
  return {
    fecha,
    numeroCuenta: raw.cuenta,
    moneda,
    saldoContable: contable.value,
    saldoDisponible: disponible.value,
    saldo9AM: saldo9.value,
    retencion: retencion.value,
  };
}
