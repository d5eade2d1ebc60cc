import { createHash } from "node:crypto";
import { parseFecha, parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";

/** What differs between two previews of one document, and the button. */
const passing = new Set(["PRV_ID", "PRV_FECHA_HORA", "FIRMAR", "CLAVE_CERT"]);
const issuerFields = ["EMI_REVISION", "EMI_ACTECO", "EMI_DIRECCION", "EMI_COMUNA", "EMI_CIUDAD"];

/** The hidden fields of the preview: the document as the portal would issue it. */
export function previewedDocument(
  fields: Readonly<Record<string, string>>,
  tiposDte: number[],
): PreviewedDocument {
  const fechaEmision = parseFecha(fields["FCH_EMISION"] ?? "");
  const [tipoDte, neto, exento, iva, total] = [
    "TPO_DOC",
    "TOT_NETO",
    "TOT_EXENTO",
    "TOT_IVA",
    "TOT_TOTAL",
  ].map((name) => integer(fields[name]));
  if (fechaEmision === null || tipoDte == null || total == null) throw changed();
  if (neto == null || exento == null || iva == null) throw changed();
  if (issuerFields.some((name) => (fields[name] ?? "") === "")) {
    throw new AppError("tributario_emitter_profile_required");
  }
  return {
    tipoDte,
    receptorRut: parseRut(fields["REC_RUT"] ?? ""),
    fechaEmision,
    totales: { neto, exento, iva, total },
    normalizado: Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => !passing.has(name) && value !== ""),
    ),
    revisionEmisor: createHash("sha256")
      .update(JSON.stringify(issuerFields.map((name) => fields[name])))
      .digest("hex"),
    tiposDte,
  };
}

function integer(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function changed(): AppError {
  return new AppError("tributario_facturador_contract_changed");
}
