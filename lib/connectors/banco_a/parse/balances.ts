import { parseMonto, parsePortalDate, type Fecha } from "#lib/chile/index.ts";
import { parseMoneda, readable, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import type { RawBalance, ShownPage } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";

const columns = {
  numero: "Cuenta",
  moneda: "Moneda",
  contable: "Saldo Contable",
  disponible: "Saldo Disponible",
} as const;

const heading = /^Saldos al (\d{2}\/\d{2}\/\d{4})$/;

/** The day is the one that the portal prints, which near midnight may differ from ours. */
export function parseBalances(page: ShownPage): { rows: SaldoDiario[]; incompletos: number } {
  const fecha = parsePortalDate(heading.exec(page.heading)?.[1] ?? "");
  if (fecha === null || page.table === null) throw unknownShape("no list of balances");
  return readable(rowsOf(page.table, columns), (raw) => parseBalance(raw, fecha));
}

function parseBalance(raw: RawBalance, fecha: Fecha): SaldoDiario | null {
  const moneda = parseMoneda(raw.moneda);
  const contable = parseMonto(raw.contable);
  const disponible = parseMonto(raw.disponible);
  if (!/^\d+$/.test(raw.numero) || moneda === null) return null;
  if (contable === null || disponible === null) return null;
  return {
    fecha,
    numeroCuenta: raw.numero,
    moneda,
    saldoContable: contable.value,
    saldoDisponible: disponible.value,
  };
}
