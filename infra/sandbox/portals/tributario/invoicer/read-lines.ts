import { itemAlerts } from "./alerts.ts";
import { lineAmounts, printDecimal, readDecimal } from "../../../generator/decimals.ts";
import type { Line } from "./document.ts";

export type Form = Readonly<Record<string, string>>;

export const lineNumbers = Array.from({ length: 10 }, (_, index) => index + 1);
const longestName = 80;
const longestDescription = 1000;
const longestUnit = 4;
const greatestGross = 1_000_000_000_000n;

/** `3` → `03`, as the fields of the items are numbered. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** Capitals only where Latin-1 has them, so that what is printed comes back unchanged. */
export function tidy(text: string | undefined, longest = 100): string {
  const single = (text ?? "").trim().replace(/\s+/g, " ");
  const capitals = single.replace(/[a-zà-öø-þ]/g, (char) => char.toUpperCase());
  return capitals.slice(0, longest).trimEnd();
}

/** The items with anything typed in, without gaps. Their errors go to `wrong`. */
export function readLines(form: Form, prefix: "DET" | "BOL", allExempt: boolean, wrong: string[]) {
  return lineNumbers.flatMap((number) => {
    const field = (name: string) => form[`${prefix}_${name}_${twoDigits(number)}`]?.trim() ?? "";
    if (!field("NOMBRE") && !field("CANT") && !field("PRECIO")) return [];
    const line = readLine(field, number, allExempt, wrong);
    return line ? [line] : [];
  });
}

function readLine(
  field: (name: string) => string,
  number: number,
  allExempt: boolean,
  wrong: string[],
): Line | undefined {
  const name = tidy(field("NOMBRE"), Infinity);
  const quantity = readDecimal(field("CANT"));
  const price = readDecimal(field("PRECIO"));
  const discountPct = readDecimal(field("DCTO") || "0");
  const before = wrong.length;
  if (name === "") wrong.push(itemAlerts.name(number));
  if (name.length > longestName) wrong.push(itemAlerts.longName(number));
  if (quantity === undefined || quantity === 0n) wrong.push(itemAlerts.quantity(number));
  if (price === undefined) wrong.push(itemAlerts.price(number));
  if (discountPct === undefined || discountPct > 100_000_000n) {
    wrong.push(itemAlerts.discount(number));
  }
  if (wrong.length > before || !quantity || price === undefined || discountPct === undefined) {
    return undefined;
  }
  if (quantity * price > greatestGross * 1_000_000_000_000n) {
    wrong.push(itemAlerts.price(number));
    return undefined;
  }
  return {
    name,
    description: field("DESC").replace(/\s+/g, " ").slice(0, longestDescription),
    quantity: printDecimal(quantity),
    unit: tidy(field("UNID"), longestUnit),
    price: printDecimal(price),
    discountPct: discountPct === 0n ? "" : printDecimal(discountPct),
    exempt: allExempt || field("EXENTO") === "1",
    ...lineAmounts(quantity, price, discountPct),
  };
}
