import { parseMoneda, readable, unknownShape } from "#lib/contract/bank/index.ts";
import { Balances, RawBalance } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";
import { parseAmount, parseMoment } from "./amounts.ts";
import { rowOf, understood } from "./understood.ts";

/** The day is the one that the portal says, which near midnight need not be ours. */
export function parseBalances(answer: unknown): { rows: SaldoDiario[]; incompletos: number } {
  const { fecha, saldos } = understood(Balances, answer);
  const moment = parseMoment(fecha);
  if (moment === null || saldos.length === 0) throw unknownShape("no balances");
  return readable(saldos, (row) => {
    const raw = rowOf(RawBalance, row);
    if (raw === null || !/^\d+$/.test(raw.cuenta)) return null;
    const currency = parseMoneda(raw.currency);
    const saldoContable = parseAmount(raw.contable);
    const saldoDisponible = parseAmount(raw.disponible);
    if (currency === null || saldoContable === null || saldoDisponible === null) return null;
    return {
      numeroCuenta: raw.cuenta,
      currency,
      observedDay: moment.fecha,
      saldoContable,
      saldoDisponible,
    };
  });
}
