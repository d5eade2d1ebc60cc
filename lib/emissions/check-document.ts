import { daysBetween, minimumNeto, parseRut, type Fecha } from "../chile/index.ts";
import { AppError, type Issue } from "../kernel/errors/index.ts";
import type { DteDocument, DteTotals } from "../tools/define/index.ts";
import { documentTotals, lineAmount, receiptTypes } from "./document-totals.ts";

const invoiceTypes: ReadonlySet<number> = new Set([33, 34, 52, 56, 61]);
const noteTypes: ReadonlySet<number> = new Set([56, 61]);
const maxTotal = 999_999_999_999;
const oldestDays = 30;

type Path = (string | number)[];

/**
 * The rules of a document, before anything is asked of the portal: one entry for each field that
 * breaks one. Answers the totals that the portal is expected to come to.
 */
export function checkDocument(
  kind: "dte" | "boleta",
  document: DteDocument,
  { issuerRut, today }: { issuerRut: string | null; today: Fecha },
): DteTotals {
  const known = kind === "boleta" ? receiptTypes : invoiceTypes;
  if (!known.has(document.tipoDte)) throw new AppError("tributario_dte_variant_not_enabled");
  const issues: Issue[] = [];
  const refuse = (path: Path, code: string, message: string): void => {
    issues.push({ path: ["documento", ...path], code, message });
  };
  checkReceiver(document, issuerRut, refuse);
  checkDate(document, today, refuse);
  checkReferences(document, today, refuse);
  const totals = checkLines(document, refuse);
  if (issues.length > 0) {
    throw new AppError("tributario_dte_validation_failed", { details: { issues } });
  }
  return totals;
}

type Refuse = (path: Path, code: string, message: string) => void;

function checkReceiver({ receptor }: DteDocument, issuerRut: string | null, refuse: Refuse): void {
  if (receptor === null) return;
  if (parseRut(receptor.rut) === null) {
    refuse(["receptor", "rut"], "invalid_rut", "The check digit is another");
  }
  if (receptor.rut === issuerRut) {
    refuse(["receptor", "rut"], "own_rut", "A document is not issued to oneself");
  }
}

function checkDate({ fechaEmision }: DteDocument, today: Fecha, refuse: Refuse): void {
  const age = daysBetween(fechaEmision, today);
  if (age < 0) refuse(["fechaEmision"], "future_date", "The date is ahead");
  if (age > oldestDays) {
    refuse(["fechaEmision"], "too_old", `Documents go back ${oldestDays} days`);
  }
}

function checkReferences(
  { tipoDte, referencias, fechaEmision }: DteDocument,
  today: Fecha,
  refuse: Refuse,
): void {
  if (noteTypes.has(tipoDte) && referencias.length === 0) {
    refuse(["referencias"], "required", "A note references what it annuls or corrects");
  }
  for (const [place, reference] of referencias.entries()) {
    const { codigo, fecha } = reference;
    if (noteTypes.has(tipoDte) && codigo === undefined) {
      refuse(["referencias", place, "codigo"], "required", "1 annuls, 2 corrects text, 3 amounts");
    }
    if ((codigo === 1 || codigo === 2) && referencias.length > 1) {
      refuse(
        ["referencias", place, "codigo"],
        "only_one",
        "1 and 2 reference exactly one document",
      );
    }
    if (fecha > today || fecha > fechaEmision) {
      refuse(["referencias", place, "fecha"], "future_date", "What is referenced came before");
    }
  }
}

function checkLines(document: DteDocument, refuse: Refuse): DteTotals {
  const { tipoDte, lineas, formaPago } = document;
  const correctsText = noteTypes.has(tipoDte) && document.referencias.some((r) => r.codigo === 2);
  const free = correctsText || formaPago === "sin_costo" || tipoDte === 52;
  let readable = true;
  for (const [place, line] of lineas.entries()) {
    const gross = line.cantidad * line.precioUnitario;
    if (!Number.isFinite(gross) || gross > maxTotal) {
      refuse(["lineas", place, "precioUnitario"], "too_large", "The line is too large an amount");
      readable = false;
      continue;
    }
    if (lineAmount(line) <= 0 && !free) {
      refuse(["lineas", place, "precioUnitario"], "no_amount", "The line comes to nothing");
    }
    if (line.exento === false && (tipoDte === 34 || tipoDte === 41)) {
      refuse(["lineas", place, "exento"], "not_exempt", "This type holds exempt lines alone");
    }
  }
  if (!readable) return { neto: 0, exento: 0, iva: 0, total: 0 };
  const totals = documentTotals(document);
  if (totals.total > maxTotal) refuse(["lineas"], "too_large", "The total is too large");
  if (tipoDte === 33 && totals.neto < minimumNeto) {
    refuse(["lineas"], "minimum_neto", `The net of an invoice with IVA is at least ${minimumNeto}`);
  }
  return totals;
}
