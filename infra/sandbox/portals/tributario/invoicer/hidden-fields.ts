import { createHash } from "node:crypto";
import type { TaxDocument } from "./document.ts";
import { referenceNumbers } from "./read-form.ts";
import { lineNumbers, twoDigits } from "./read-lines.ts";

export type Fields = Record<string, string>;

const unusedLineFields = ["COD_TIPO", "COD", "IMP_ADIC", "RECARGO_PCT", "RECARGO_MONTO"] as const;

/**
 * The document as some 235 fields. All of them are on the page, even empty ones, and all must come back unchanged.
 */
export function fieldsOf(document: TaxDocument): Fields {
  return {
    ...headerFields(document),
    ...lineFields(document),
    ...referenceFields(document),
    ...emptySlots("DSG", 5, ["MOV", "GLOSA", "TIPO", "VALOR", "EXENTO"]),
    ...emptySlots("IMP", 6, ["CODIGO", "TASA", "MONTO"]),
    TOT_NETO: String(document.net),
    TOT_EXENTO: String(document.exempt),
    TOT_TASA: document.vat > 0 ? "19" : "",
    TOT_IVA: String(document.vat),
    TOT_TOTAL: String(document.total),
    TOT_NOFACTURABLE: "0",
    TOT_PERIODO: String(document.total),
  };
}

function headerFields({ docType, issuer, receiver, day, payment, transfer }: TaxDocument): Fields {
  return {
    TPO_DOC: String(docType),
    FCH_EMISION: day,
    FCH_VENCIMIENTO: "",
    FMA_PAGO: payment,
    TPO_TRASLADO: transfer,
    TPO_DESPACHO: "",
    IND_SERVICIO: "",
    IND_REBAJA: "",
    EMI_RUT: issuer.rut,
    EMI_RAZON: issuer.name,
    EMI_GIRO: issuer.activity,
    EMI_ACTECO: issuer.activityCode,
    EMI_DIRECCION: issuer.street,
    EMI_COMUNA: issuer.commune,
    EMI_CIUDAD: issuer.city,
    EMI_REVISION: issuer.revision,
    EMI_TELEFONO: "",
    EMI_VENDEDOR: "",
    REC_RUT: receiver.rut,
    REC_RAZON: receiver.name,
    REC_GIRO: receiver.activity,
    REC_DIRECCION: receiver.street,
    REC_COMUNA: receiver.commune,
    REC_CIUDAD: receiver.city,
    REC_CONTACTO: receiver.contact,
    REC_CODIGO_INTERNO: "",
  };
}

function lineFields({ lines }: TaxDocument): Fields {
  const entries = lineNumbers.flatMap((number) => {
    const line = lines[number - 1];
    const values = {
      NOMBRE: line?.name ?? "",
      DESC: line?.description ?? "",
      CANT: line?.quantity ?? "",
      UNID: line?.unit ?? "",
      PRECIO: line?.price ?? "",
      DCTO_PCT: line?.discountPct ?? "",
      DCTO_MONTO: line && line.discount > 0 ? String(line.discount) : "",
      EXENTO: line?.exempt ? "1" : "",
      SUBTOTAL: line ? String(line.amount) : "",
      ...Object.fromEntries(unusedLineFields.map((name) => [name, ""])),
    };
    return Object.entries(values).map(
      ([name, value]) => [`DET_${name}_${twoDigits(number)}`, value] as const,
    );
  });
  return Object.fromEntries(entries);
}

function referenceFields({ references }: TaxDocument): Fields {
  const entries = referenceNumbers.flatMap((number) => {
    const reference = references[number - 1];
    const values = {
      TIPO: reference?.docType ?? "",
      FOLIO: reference?.folio ?? "",
      FECHA: reference?.day ?? "",
      COD: reference?.code ?? "",
      RAZON: reference?.reason ?? "",
      GLOBAL: "",
    };
    return Object.entries(values).map(([name, value]) => [`REF_${name}_${number}`, value] as const);
  });
  return Object.fromEntries(entries);
}

function emptySlots(prefix: string, count: number, names: readonly string[]): Fields {
  const slots = Array.from({ length: count }, (_, index) => index + 1);
  return Object.fromEntries(
    slots.flatMap((slot) => names.map((name) => [`${prefix}_${name}_${slot}`, ""] as const)),
  );
}

/** The same for the same document, for any user at any time. */
export function hashOf(fields: Fields): string {
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 40);
}
