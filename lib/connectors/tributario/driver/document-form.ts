import type { DteDocument, IssuerProfile } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { printed } from "./read-lists.ts";
import type { FormChoice, PrintedForm } from "./read-form.ts";

/** The fields that the form must have: without any of them it is another form. */
const invoiceFields = [
  "TPO_DOC",
  "FRM_TOKEN",
  "EMI_REVISION",
  "EMI_ACTECO",
  "EMI_SUCURSAL",
  "FCH_DIA",
  "FCH_MES",
  "FCH_ANO",
  "FMA_PAGO",
  "REC_RUT",
  "REC_RAZON",
  "REC_GIRO",
  "REC_DIRECCION",
  "REC_COMUNA",
  "REC_CIUDAD",
  "DET_NOMBRE_01",
  "DET_CANT_01",
  "DET_PRECIO_01",
  "REF_TIPO_1",
];
const receiptFields = ["BOL_TIPO", "FRM_TOKEN", "BOL_RUT", "BOL_NOMBRE_01", "BOL_PRECIO_01"];

const payments = { contado: "1", credito: "2", sin_costo: "3" } as const;

/** The invoice form, filled in as a person would. */
export function invoiceForm(
  form: PrintedForm,
  document: DteDocument,
  profile: IssuerProfile | null,
): Record<string, string> {
  const issuer = issuerChoice(form, profile);
  requireFields(form, invoiceFields);
  const { receptor, lineas, referencias, fechaEmision } = document;
  const [year = "", month = "", day = ""] = fechaEmision.split("-");
  const filled: Record<string, string> = {
    ...form.fields,
    ...issuer,
    FCH_DIA: day,
    FCH_MES: month,
    FCH_ANO: year,
    FMA_PAGO: payments[document.formaPago],
    REC_RUT: receptor?.rut ?? "",
    REC_RAZON: receptor?.razonSocial ?? "",
    REC_GIRO: receptor?.giro ?? "",
    REC_DIRECCION: receptor?.direccion ?? "",
    REC_COMUNA: receptor?.comuna ?? "",
    REC_CIUDAD: receptor?.ciudad ?? "",
    REC_CONTACTO: receptor?.contacto ?? "",
    // A transport document states why goods move; what is issued here is a sale.
    ...("TPO_TRASLADO" in form.fields && { TPO_TRASLADO: "1" }),
  };
  for (const [place, line] of lineas.entries()) {
    const row = String(place + 1).padStart(2, "0");
    filled[`DET_NOMBRE_${row}`] = line.nombre;
    filled[`DET_DESC_${row}`] = line.descripcion ?? "";
    filled[`DET_CANT_${row}`] = decimal(line.cantidad);
    filled[`DET_UNID_${row}`] = line.unidad ?? "";
    filled[`DET_PRECIO_${row}`] = decimal(line.precioUnitario);
    filled[`DET_DCTO_${row}`] = line.descuentoPct ? decimal(line.descuentoPct) : "";
    if (line.exento === true && document.tipoDte !== 34) filled[`DET_EXENTO_${row}`] = "1";
  }
  for (const [place, reference] of referencias.entries()) {
    const row = place + 1;
    filled[`REF_TIPO_${row}`] = String(reference.tipoDoc);
    filled[`REF_FOLIO_${row}`] = reference.folio;
    filled[`REF_FECHA_${row}`] = printed(reference.fecha);
    filled[`REF_COD_${row}`] = reference.codigo === undefined ? "" : String(reference.codigo);
    filled[`REF_RAZON_${row}`] = reference.razon ?? "";
  }
  return filled;
}

export function receiptForm(form: PrintedForm, document: DteDocument): Record<string, string> {
  requireFields(form, receiptFields);
  const filled: Record<string, string> = {
    ...form.fields,
    BOL_RUT: document.receptor?.rut ?? "",
    BOL_RAZON: document.receptor?.razonSocial ?? "",
  };
  for (const [place, line] of document.lineas.entries()) {
    const row = String(place + 1).padStart(2, "0");
    filled[`BOL_NOMBRE_${row}`] = line.nombre;
    filled[`BOL_CANT_${row}`] = decimal(line.cantidad);
    filled[`BOL_PRECIO_${row}`] = decimal(line.precioUnitario);
  }
  return filled;
}

function requireFields({ fields }: PrintedForm, names: readonly string[]): void {
  if (names.every((name) => name in fields)) return;
  throw new AppError("tributario_facturador_contract_changed");
}

/** The stored profile among the form's options; without one, the portal's own default. */
function issuerChoice(form: PrintedForm, profile: IssuerProfile | null): Record<string, string> {
  const { EMI_ACTECO: activities, EMI_SUCURSAL: addresses } = form.choices;
  if (activities === undefined || addresses === undefined) {
    throw new AppError("tributario_facturador_contract_changed");
  }
  const [activity] = activities.filter(
    ({ value }) => profile === null || value === profile.actividad,
  );
  const [address] = addresses.filter((one) => profile === null || isAddress(one, profile));
  if (activities.length === 0 || addresses.length === 0) {
    throw new AppError("tributario_emitter_profile_required");
  }
  if (activity === undefined || address === undefined) {
    throw new AppError("tributario_emitter_profile_changed");
  }
  if ((address.data["direccion"] ?? "") === "" || (address.data["ciudad"] ?? "") === "") {
    throw new AppError("tributario_emitter_profile_required");
  }
  return { EMI_ACTECO: activity.value, EMI_SUCURSAL: address.value };
}

function isAddress({ data }: FormChoice, { direccion, ciudad }: IssuerProfile): boolean {
  return same(data["direccion"], direccion) && same(data["ciudad"], ciudad);
}

function same(one: string | undefined, other: string): boolean {
  return (one ?? "").trim().toUpperCase() === other.trim().toUpperCase();
}

/** `1000,5`: as the portal writes numbers, without thousands separators. */
function decimal(value: number): string {
  return value
    .toFixed(6)
    .replace(/\.?0+$/, "")
    .replace(".", ",");
}
