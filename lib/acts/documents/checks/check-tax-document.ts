import {
  firstDay,
  minimumNeto,
  parseRut,
  periodoOfDay,
  previousPeriodo,
  type Fecha,
} from "#lib/chile/index.ts";
import { AppError, type Issue } from "#lib/kernel/errors/index.ts";
import type { DocumentKind, DteDocument, DteTotals } from "#lib/contract/index.ts";
import { checkLines, type Refuse } from "./check-lines.ts";
import { documentTotals, receiptTypes } from "./document-totals.ts";

/** The types of each kind of document that a caller fills in. */
const typesOf: Readonly<Record<Exclude<DocumentKind, "anulacion">, ReadonlySet<number>>> = {
  dte: new Set([33, 34, 52, 56, 61]),
  boleta: receiptTypes,
  documento: new Set([33, 34, 39, 41, 56]),
  nota_credito: new Set([61]),
};
const noteTypes: ReadonlySet<number> = new Set([56, 61]);
const maxReferences = 3;
const maxTotal = 999_999_999_999;

/**
 * The rules for a document, checked before the portal is asked: one entry for each field that
 * breaks one. Returns the totals that the portal is expected to compute.
 */
export function checkTaxDocument(
  kind: keyof typeof typesOf,
  document: DteDocument,
  { issuerRut, today }: { issuerRut: string | null; today: Fecha },
): DteTotals {
  if (!typesOf[kind].has(document.tipoDte))
    throw new AppError("tributario_dte_variant_not_enabled");
  const issues = new Map<string, Issue>();
  const refuse: Refuse = (path, code, message) => {
    const field = path.join(".");
    if (!issues.has(field)) issues.set(field, { path, code, message });
  };
  checkReceiver(document, issuerRut, refuse);
  checkDate(document, today, refuse);
  checkReferences(document, today, refuse);
  const countable = checkLines(document, refuse);
  const totals = countable ? documentTotals(document) : null;
  if (totals !== null) checkTotals(document, totals, refuse);
  if (totals === null || issues.size > 0) {
    const details = { issues: [...issues.values()] };
    throw new AppError("tributario_dte_validation_failed", { details });
  }
  return totals;
}

function checkReceiver({ receptor }: DteDocument, issuerRut: string | null, refuse: Refuse): void {
  if (receptor === null) return;
  if (parseRut(receptor.rut) === null) {
    refuse(["receptor", "rut"], "wrong_format", "Not a RUT: check the number and its check digit");
  }
  if (receptor.rut === issuerRut) {
    refuse(["receptor", "rut"], "not_allowed", "A document is not issued to oneself");
  }
}

/** The earliest date that a document issued today may have. */
export function earliestDay(today: Fecha): Fecha {
  return firstDay(previousPeriodo(periodoOfDay(today)));
}

function checkDate({ fechaEmision }: DteDocument, today: Fecha, refuse: Refuse): void {
  if (fechaEmision > today) refuse(["fechaEmision"], "not_allowed", "The date is ahead");
  const earliest = earliestDay(today);
  if (fechaEmision < earliest) {
    refuse(["fechaEmision"], "not_allowed", `Documents go back to ${earliest}`);
  }
}

function checkReferences(
  { tipoDte, referencias, fechaEmision }: DteDocument,
  today: Fecha,
  refuse: Refuse,
): void {
  const isNote = noteTypes.has(tipoDte);
  if (isNote && referencias.length === 0) {
    refuse(["referencias"], "required", "A note references what it annuls or corrects");
  }
  if (referencias.length > maxReferences) {
    refuse(["referencias"], "too_long", `A document has at most ${maxReferences} references`);
  }
  for (const [place, { codigo, fecha }] of referencias.entries()) {
    if (isNote && codigo === undefined) {
      refuse(["referencias", place, "codigo"], "required", "1 annuls, 2 corrects text, 3 amounts");
    }
    if ((codigo === 1 || codigo === 2) && referencias.length > 1) {
      refuse(
        ["referencias", place, "codigo"],
        "contradiction",
        "1 and 2 reference one document alone",
      );
    }
    if (fecha > today || fecha > fechaEmision) {
      refuse(["referencias", place, "fecha"], "contradiction", "What is referenced came before");
    }
  }
}

function checkTotals(document: DteDocument, totals: DteTotals, refuse: Refuse): void {
  const { tipoDte, referencias } = document;
  if (totals.total > maxTotal) refuse(["lineas"], "too_large", "The total is too large");
  if (tipoDte === 33 && totals.neto < minimumNeto) {
    refuse(["lineas"], "too_small", `The net of an invoice with IVA is at least ${minimumNeto}`);
  }
  // A note that only corrects a text has no amount.
  const onlyText = noteTypes.has(tipoDte) && referencias.some(({ codigo }) => codigo === 2);
  if (totals.total === 0 && !onlyText) {
    refuse(["lineas"], "too_small", "The document comes to nothing");
  }
}
