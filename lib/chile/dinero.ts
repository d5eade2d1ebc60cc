import * as z from "zod";

/** From the bank's ledger, not the statement: `credit` takes money out, `debit` brings it in. */
export const TipoMovimiento = z.enum(["credit", "debit"]);
export type TipoMovimiento = z.infer<typeof TipoMovimiento>;

/** The two money columns of a statement row, null when a cell is empty. */
type StatementColumns = { cargo: number | null; abono: number | null };

type Style = { symbol: string; decimals: 0 | 2 | 4 };

/** An unsigned amount with the sign of its type: `-$1.234.567`, `US$1.234,50`. */
export function display(monto: number, type: TipoMovimiento, moneda: string): string {
  if (monto < 0) throw new RangeError("monto is unsigned, its type holds the sign");
  return displaySigned(type === "credit" ? -monto : monto, moneda);
}

/** An amount that keeps its own sign: a balance, a total. */
export function displaySigned(amount: number, moneda: string): string {
  const magnitude = Math.abs(amount);
  if (!(magnitude <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`not an amount: ${amount}`);

  const { symbol, decimals } = styleOf(moneda);
  const [whole = "", fraction] = magnitude.toFixed(decimals).split(".");
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ".") + writtenFraction(fraction);
  // Decided on the printed digits, so that an amount that rounds to zero has no sign.
  const sign = amount < 0 && /[1-9]/.test(digits) ? "-" : "";
  return `${sign}${symbol}${digits}`;
}

/**
 * A statement's cargo is the ledger's credit and its abono the ledger's debit: reversed on purpose.
 * Null when the columns contradict each other or are empty.
 */
export function ledgerType({ cargo, abono }: StatementColumns): TipoMovimiento | null {
  const out = cargo ?? 0;
  const into = abono ?? 0;
  const readable = out >= 0 && into >= 0 && (out === 0 || into === 0);
  if (!readable || (cargo === null && abono === null)) return null;
  if (out > 0) return "credit";
  if (into > 0) return "debit";
  // A movement of 0 takes its type from its column; with a 0 in both, nothing left the account.
  return abono === null ? "credit" : "debit";
}

function styleOf(moneda: string): Style {
  switch (moneda) {
    case "CLP":
      return { symbol: "$", decimals: 0 };
    case "USD":
      return { symbol: "US$", decimals: 2 };
    case "EUR":
      return { symbol: "€", decimals: 2 };
    case "UF":
    case "CLF":
      return { symbol: "UF ", decimals: 4 };
    default:
      return { symbol: `${moneda} `, decimals: 2 };
  }
}

function writtenFraction(fraction: string | undefined): string {
  if (fraction === undefined) return "";
  // Two or four digits: three after a comma would look like thousands elsewhere.
  return `,${fraction.replace(/(?<=^\d\d)00$/, "")}`;
}
