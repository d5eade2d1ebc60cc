import { cents } from "#lib/contract/bank/index.ts";
import type { CurrentStatement } from "../portal.ts";

type Raw = CurrentStatement["movimientos"][number];

/**
 * Whether each row, newest first, leaves off at the balance of the next. A row that is taken out
 * between two pages moves one past us, and then two neighbours do not meet.
 */
export function isUnbroken(raws: readonly Raw[]): boolean {
  return raws.every((raw, place) => {
    const older = raws[place + 1];
    const before = cents(raw.saldo) + cents(raw.cargo) - cents(raw.abono);
    return older === undefined || before === cents(older.saldo);
  });
}
