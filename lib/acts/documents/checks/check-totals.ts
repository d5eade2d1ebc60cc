import type { DteTotals, PreviewedDocument } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/** The portal's totals must equal ours: otherwise one of the two misread the document. */
export function checkTotals({ totales }: PreviewedDocument, expected: DteTotals | null): void {
  if (expected === null) return;
  const differing = (["neto", "exento", "iva", "total"] as const).filter(
    (name) => totales[name] !== expected[name],
  );
  if (differing.length === 0) return;
  const issues = differing.map((name) => ({
    path: ["totales", name],
    code: "contradiction",
    message: `The portal comes to ${totales[name]}, the document to ${expected[name]}`,
  }));
  throw new AppError("tributario_dte_validation_failed", { details: { issues } });
}
