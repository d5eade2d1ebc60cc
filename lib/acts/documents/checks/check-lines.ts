import type { DteDocument, DteLine } from "#lib/contract/index.ts";
import type { IssueCode } from "#lib/kernel/errors/index.ts";
import { exemptTypes } from "./document-totals.ts";

export type Refuse = (path: (string | number)[], code: IssueCode, message: string) => void;

const maxLines = 10;
const maxAmount = 999_999_999_999;
const maxLengths = { nombre: 80, descripcion: 1_000, unidad: 4 } as const;

/** The rules for each line; false when there is nothing to add up. */
export function checkLines({ tipoDte, lineas }: DteDocument, refuse: Refuse): boolean {
  if (lineas.length === 0) refuse(["lineas"], "required", "A document has at least one line");
  if (lineas.length > maxLines) {
    refuse(["lineas"], "too_long", `A document has at most ${maxLines} lines`);
    return false;
  }
  let countable = lineas.length > 0;
  for (const [place, line] of lineas.entries()) {
    checkLengths(line, place, refuse);
    if (line.cantidad * line.precioUnitario > maxAmount) {
      refuse(["lineas", place, "precioUnitario"], "too_large", "The line is too large an amount");
      countable = false;
    }
    if (line.exento === false && exemptTypes.has(tipoDte)) {
      refuse(["lineas", place, "exento"], "contradiction", "This type holds exempt lines alone");
    }
  }
  return countable;
}

function checkLengths(line: DteLine, place: number, refuse: Refuse): void {
  for (const [field, longest] of Object.entries(maxLengths)) {
    const text = line[field as keyof typeof maxLengths] ?? "";
    if (text.length <= longest) continue;
    refuse(["lineas", place, field], "too_long", `At most ${longest} characters`);
  }
}
