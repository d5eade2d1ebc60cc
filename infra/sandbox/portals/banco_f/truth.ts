import type { BankBook } from "../../bank/book.ts";
import { balanceTruth, movementTruth } from "../../bank/truth.ts";
import type { TruthQuery, World } from "../../system/system.ts";
import { showsBalance } from "./movements.ts";
import { printedTexts } from "./texts.ts";
import { accountType } from "./words.ts";

/** Further words of a movement's truth, which an added row may carry but the portal works out. */
export const derivedWords = [
  "transferenciaRut",
  "transferenciaNombre",
  "transferenciaBanco",
  "transferenciaCuenta",
  "caso",
  "contraparteRut",
  "contraparteNombre",
  "contraparteBanco",
  "contraparteCuenta",
] as const;

export function truthOf(world: World, book: BankBook) {
  return {
    movimientos: (query: TruthQuery) =>
      movementTruth(book, query, (row, account) => {
        const { detalle, transferencia, caso, counterparty } = printedTexts(row);
        return {
          ...(showsBalance(account) ? {} : { saldo: null }),
          detalle,
          transferenciaRut: transferencia?.rut ?? null,
          transferenciaNombre: transferencia?.nombre ?? null,
          transferenciaBanco: transferencia?.banco ?? null,
          transferenciaCuenta: transferencia?.cuenta ?? null,
          caso,
          contraparteRut: counterparty.rut,
          contraparteNombre: counterparty.nombre,
          contraparteBanco: counterparty.banco,
          contraparteCuenta: counterparty.cuenta,
        };
      }),
    saldos: (query: TruthQuery) => balanceTruth(book, world.now(), query),
    cuentas: ({ rut }: TruthQuery) =>
      book.accounts(rut).map((account) => ({
        cuenta: account.number,
        tipo: accountType(account),
        moneda: account.currency,
      })),
  };
}
