import { display } from "#lib/chile/index.ts";
import { cuentas, movimientos, type Movimiento } from "#lib/connectors/banco_a/store.ts";
import { movimientosConsultar } from "#lib/connectors/banco_a/tools/movimientos-consultar.ts";
import { monthRows, withAccounts } from "#lib/contract/bank/index.ts";
import { SessionEnded, type AlcanceReading } from "#lib/contract/index.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { accountOf } from "#tests/support/planted/account-of.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import { company } from "#tests/support/scenes/job-scene.ts";
import { outside } from "../emission-histories/mortal-edges.ts";
import { MortalProcess } from "../emission-histories/mortal-process.ts";
import { accounts, type Bank, type BankVisit, type Booked } from "./bank.ts";

/** The bank behind the interface of a portal's driver: each call is a step outside. */
export function bankPortal(bankNow: () => Bank): OpenPortal {
  return async () => {
    const bank = bankNow();
    let visit: BankVisit | null = null;
    const ask = <T>(work: () => T): Promise<T> => outside(async () => work());
    return {
      driver: {
        login: async ({ clave = "" }, _rut, { submitting }) => {
          await submitting();
          return ask(() => {
            const isLate = MortalProcess.current()?.wasFrozen === true;
            const entered = bank.enter(clave, isLate);
            if (typeof entered === "string") return { kind: entered };
            visit = entered;
            return { kind: "ok", company };
          });
        },
        read: (_alcance, periodo) =>
          ask(() => {
            if (visit === null || !bank.isOpen(visit)) throw new SessionEnded();
            return readingOf(bank, visit, periodo);
          }),
        logout: () =>
          ask(() => {
            if (visit !== null) bank.logOut(visit);
          }),
      },
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    };
  };
}

function readingOf(bank: Bank, visit: BankVisit, periodo: string): AlcanceReading {
  const { rows, fault } = bank.show(visit, periodo);
  if (fault === "ended") {
    bank.logOut(visit);
    throw new SessionEnded();
  }
  if (fault === "silent") throw new AppError("upstream_error");
  if (fault === "garbled") throw new AppError("upstream_unexpected_response");
  const known = { rows: accounts.map(accountOf), incompletos: 0 };
  const isWhole = (account: string): boolean =>
    fault === null || (fault === "full" && account !== accounts[0]);
  return withAccounts(cuentas, known, {
    rows: [monthRows(movimientos, [{ rows: rows.map(movementOf) }])],
    incompletos: 0,
    completo: fault === null,
    completoPorCuenta: Object.fromEntries(accounts.map((one) => [one, isWhole(one)])),
    cortadas: fault === "full" ? [accounts[0]] : [],
  });
}

function movementOf({ id, day, account, amount, texts }: Booked): Movimiento {
  return rowOf(movimientosConsultar, {
    id,
    fecha: day,
    descripcion: texts.at(-1) ?? "",
    numeroCuenta: account,
    monto: amount,
    type: "debit",
    display: display(amount, "debit", "CLP"),
    saldo: amount,
  });
}
