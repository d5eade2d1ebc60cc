import { printedDay } from "../words.ts";
import type { OtherTax, RegistryDocument } from "./document.ts";

type Cell = (document: RegistryDocument, number: number, tax: OtherTax | undefined) => string;
export type Column = readonly [name: string, cell: Cell];

export function printed(day: string | null): string {
  return day === null ? "" : printedDay(day);
}

/** `315` → `31,5`; `100` → `10` */
function printedRate(tenths: number): string {
  return String(tenths / 10).replace(".", ",");
}

export const otherTaxCells = {
  code: (_: unknown, __: number, tax: OtherTax | undefined) => String(tax?.code ?? ""),
  amount: (_: unknown, __: number, tax: OtherTax | undefined) => String(tax?.amount ?? ""),
  rate: (_: unknown, __: number, tax: OtherTax | undefined) => (tax ? printedRate(tax.rate) : ""),
} as const;

const renamed: Record<string, string> = { "Monto Neto": "Monto Afecto" };

/**
 * A document has one line for each of its other taxes. Only the last three columns differ between them; amounts and
 * the number in the first column are repeated.
 */
export function csvOf(
  columns: readonly Column[],
  documents: readonly RegistryDocument[],
  changed: boolean,
): string {
  const header = columns.map(([name]) => (changed ? (renamed[name] ?? name) : name));
  const lines = documents.flatMap((document, index) => {
    const taxes = document.otherTaxes.length > 0 ? document.otherTaxes : [undefined];
    return taxes.map((tax) => columns.map(([, cell]) => cell(document, index + 1, tax)));
  });
  return [header, ...lines].map((cells) => `${cells.join(";")}\r\n`).join("");
}
