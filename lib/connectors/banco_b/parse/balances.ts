import { parseMonto, type Fecha } from "#lib/chile/index.ts";
import { parseMoneda, readable, parseAnswer } from "#lib/contract/bank/index.ts";
import { Balances, type RawBalance } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";

/** The portal prints no day: the balances are those of the moment they were asked for. */
export function parseBalances(
  datos: unknown,
  today: Fecha,
): { rows: SaldoDiario[]; incompletos: number } {
  return readable(parseAnswer(Balances, datos).saldos, (raw) => parseBalance(raw, today));
}

function parseBalance(raw: RawBalance, fecha: Fecha): SaldoDiario | null {
  const moneda = parseMoneda(raw.moneda);
  const contable = parseMonto(raw.saldoContable);
  const disponible = parseMonto(raw.saldoDisponible);
  const provisorio = parseMonto(raw.saldoProvisorio);
  if (!/^\d+$/.test(raw.cuenta) || moneda === null) return null;
  if (contable === null || disponible === null || provisorio === null) return null;
  return {
    fecha,
    numeroCuenta: raw.cuenta,
    moneda,
    saldoContable: contable.value,
    saldoDisponible: disponible.value,
    saldoProvisorio: provisorio.value,
  };
}
