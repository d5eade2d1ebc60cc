import { createHash } from "node:crypto";
import { parseFecha, parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";

/** What differs between two previews of one document, and the submit button. */
const passing = new Set(["PRV_ID", "PRV_FECHA_HORA", "FIRMAR", "CLAVE_CERT"]);
const issuerFields = ["EMI_REVISION", "EMI_ACTECO", "EMI_DIRECCION", "EMI_COMUNA", "EMI_CIUDAD"];

/** The hidden fields of the preview: the document as the portal would issue it. */
export function previewedDocument(
  fields: Readonly<Record<string, string>>,
  tiposDte: number[],
): Omit<PreviewedDocument, "advertencias"> {
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
    anula: tipoDte === 61 ? annulledBy(fields) : null,
  };
}

/** A credit note's reference with code 1; there is at most one. */
function annulledBy(fields: Readonly<Record<string, string>>): PreviewedDocument["anula"] {
  const [, row] =
    Object.entries(fields)
      .map(([name, value]) => [value, /^REF_COD_(\d+)$/.exec(name)?.[1]] as const)
      .find(([value, place]) => value === "1" && place !== undefined) ?? [];
  const [tipoDte, folio] = [
    integer(fields[`REF_TIPO_${row}`]),
    integer(fields[`REF_FOLIO_${row}`]),
  ];
  const fecha = parseFecha(fields[`REF_FECHA_${row}`] ?? "");
  if (tipoDte === null || folio === null || fecha === null) return null;
  return { tipoDte, folio, fecha };
}

function integer(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function changed(): AppError {
  return new AppError("tributario_facturador_contract_changed");
}
