import { createHash } from "node:crypto";
import { parseMonto, parsePortalDate, parseRut } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type {
  FeeReceiptRequest,
  FeeWithholder,
  PreviewedAnnulment,
  PreviewedReceipt,
} from "#lib/contract/index.ts";
import { keptOfCut } from "./cut-texts.ts";
import { parseOtherRut } from "./fee-list.ts";
import { assignedIn } from "./page-script.ts";

type Assigned = ReadonlyMap<string, string>;

const feeReceiptType = "66";
const withholders: ReadonlyMap<string, FeeWithholder> = new Map([
  ["1", "receptor"],
  ["2", "emisor"],
  ["0", "nadie"],
]);
const modes: ReadonlyMap<string, PreviewedAnnulment["modo"]> = new Map([
  ["1", "inmediata"],
  ["2", "con_receptor"],
]);

/**
 * The confirmation page before a receipt is issued: everything that the portal made of the form.
 */
export function parseFeeConfirmation(
  html: string,
  request: FeeReceiptRequest,
): Omit<PreviewedReceipt, "domicilios"> {
  const shown = assignedIn(html, "boleta");
  if (known(shown, "tipo_documento") !== feeReceiptType) throw unknownShape("no fee receipt");
  const lines = request.lineas.map(({ monto }, index) => {
    const amount = pesos(shown, `valor_${index + 1}`);
    if (amount !== monto) throw unknownShape("other lines than were typed");
    return amount;
  });
  const [bruto, retencion, liquido] = [
    pesos(shown, "total_honorarios"),
    pesos(shown, "retencion"),
    pesos(shown, "liquido"),
  ];
  const isWhole = !shown.has(`valor_${lines.length + 1}`);
  if (!isWhole || bruto !== lines.reduce((sum, one) => sum + one, 0)) {
    throw unknownShape("a total of other lines");
  }
  if (bruto - retencion !== liquido) throw unknownShape("amounts that do not add up");
  const retiene = withholders.get(known(shown, "retiene"));
  if (retiene === undefined) throw unknownShape("nobody known who withholds");
  return {
    kind: "previewed",
    fecha: day(shown, "fecha"),
    rutEmisor: rut(known(shown, "rut_emisor")),
    rutReceptor: rut(`${known(shown, "rut_destinatario")}-${known(shown, "dv_destinatario")}`),
    nombreReceptor: known(shown, "nombre_destinatario"),
    bruto,
    tasaRetencion: rate(known(shown, "porcentaje")),
    retencion,
    liquido,
    retiene,
    huella: huellaOf(shown),
    cortados: cutIn(shown, request),
  };
}

/** The confirmation page before a receipt is annulled, or its receiver is asked. */
export function parseAnnulment(html: string, folio: number): PreviewedAnnulment {
  const shown = assignedIn(html, "anulacion");
  if (known(shown, "nroboleta") !== String(folio)) throw unknownShape("another receipt");
  const rutReceptor = parseOtherRut(
    known(shown, "rut_destinatario"),
    known(shown, "dv_destinatario"),
  );
  const modo = modes.get(known(shown, "modalidad"));
  if (modo === undefined || rutReceptor === undefined) throw unknownShape("an unknown annulment");
  return {
    kind: "previewed",
    folio,
    fecha: day(shown, "fecha"),
    rutReceptor,
    bruto: pesos(shown, "total_honorarios"),
    modo,
    plazoHasta: day(shown, "plazo"),
    huella: huellaOf(shown),
  };
}

function known(shown: Assigned, field: string): string {
  const text = shown.get(field)?.trim();
  if (text === undefined) throw unknownShape("a confirmation with other fields");
  return text;
}

function pesos(shown: Assigned, field: string): number {
  const { value } = parseMonto(known(shown, field)) ?? {};
  if (value === undefined || !Number.isSafeInteger(value)) throw unknownShape("no amount");
  return value;
}

function day(shown: Assigned, field: string) {
  const fecha = parsePortalDate(known(shown, field));
  if (fecha === null) throw unknownShape("no day");
  return fecha;
}

function rut(text: string): string {
  const parsed = parseRut(text);
  if (parsed === null) throw unknownShape("no RUT");
  return parsed;
}

/** `15,25` is 1525, in hundredths of a percent. */
function rate(text: string): number {
  const [, whole, hundredths = "00"] = /^(\d{1,2})(?:,(\d{2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw unknownShape("no rate");
  return Number(whole) * 100 + Number(hundredths);
}

/** The number of the confirmation is excluded, so two confirmations of one receipt are alike. */
function huellaOf(shown: Assigned): string {
  const entries = [...shown].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

function cutIn(shown: Assigned, { receptor, lineas }: FeeReceiptRequest): string[] {
  // There, street and commune are one text, the commune last.
  const street = (shown.get("domicilio_destinatario") ?? "").replace(/, [^,]*$/, "");
  const texts: [path: string, asked: string, printed: string][] = [
    ["receptor.nombre", receptor.nombre, known(shown, "nombre_destinatario")],
    ["receptor.domicilio", receptor.domicilio, street],
    ...lineas.map(({ descripcion }, index): [string, string, string] => [
      `lineas.${index}.descripcion`,
      descripcion,
      known(shown, `prestacion_${index + 1}`),
    ]),
  ];
  return texts.flatMap(([path, asked, printed]) =>
    keptOfCut(asked, printed) === null ? [] : [path],
  );
}
