import {
  parseAnswer,
  parseMoneda,
  parseRow,
  readable,
  unknownShape,
  type Cuenta,
} from "#lib/contract/bank/index.ts";
import { Accounts, Balances, RawAccount, RawBalance } from "../portal.ts";
import type { SaldoDiario } from "../store.ts";
import { parseAmount, parseMoment } from "./amounts.ts";

export function parseAccounts(answer: unknown): { rows: Cuenta[]; incompletos: number } {
  const { cuentas } = parseAnswer(Accounts, answer);
  if (cuentas.length === 0) throw unknownShape("no accounts");
  return readable(cuentas, (row) => {
    const raw = parseRow(RawAccount, row);
    const moneda = parseMoneda(raw?.currency ?? "");
    if (raw === null || moneda === null || !/^\d+$/.test(raw.numero)) return null;
    return { numeroCuenta: raw.numero, tipo: raw.tipo, moneda, estado: null };
  });
}

/** The day is the one that the portal gives, which near midnight may differ from ours. */
export function parseBalances(answer: unknown): { rows: SaldoDiario[]; incompletos: number } {
  const { fecha, saldos } = parseAnswer(Balances, answer);
  const moment = parseMoment(fecha);
  if (moment === null || saldos.length === 0) throw unknownShape("no balances");
  return readable(saldos, (row) => {
    const raw = parseRow(RawBalance, row);
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
