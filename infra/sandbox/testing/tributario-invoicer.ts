import * as at from "./tributario.ts";
import type { Shown, Visitor } from "./visitor.ts";

export type Fields = Record<string, string>;

export const certificatePassword = "firma-tributario";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function decoded(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? "");
}

/** The form fields that a browser would submit if nobody typed anything. */
export function fieldsOf({ text }: Shown, form: string): Fields {
  const [, rest = ""] = text.split(`<form name="${form}"`);
  const [body = ""] = rest.split("</form>");
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const areas = [...body.matchAll(/<textarea name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g)];
  return Object.fromEntries(
    [...hidden, ...areas].map(([, name = "", value = ""]) => [name, decoded(value)]),
  );
}

/** The message of a page that refuses, or an empty text. */
export function alertOf({ text }: Shown): string | undefined {
  return /alert\('((?:[^'\\]|\\.)*)'\)/.exec(text)?.[1];
}

/** Logs in and chooses the main company in the invoicer. */
export async function open(
  visitor: Visitor,
  login = at.okLogin,
  company = at.main,
): Promise<Shown> {
  await at.logIn(visitor, login);
  return visitor.post("/facturador/empresa", { RUT_EMP: company });
}

/** 2 × 1.500,5 and an exempt line of 700: net 3001, tax 570, exempt 700, total 4271. */
export const typed: Fields = {
  EMI_SUCURSAL: "0",
  FCH_DIA: "20",
  FCH_MES: "11",
  FCH_ANO: "2026",
  FMA_PAGO: "1",
  REC_RUT: "77.879.240-0",
  REC_RAZON: "  servicios  íñigo peña e.i.r.l. ",
  REC_GIRO: "Servicios de ingeniería",
  REC_DIRECCION: "Av. Ñuble 12",
  REC_COMUNA: "Ñuñoa",
  REC_CIUDAD: "Santiago",
  DET_NOMBRE_01: "Servicio de año",
  DET_CANT_01: "2",
  DET_PRECIO_01: "1500,50",
  DET_NOMBRE_03: "Libro",
  DET_CANT_03: "1",
  DET_PRECIO_03: "700",
  DET_EXENTO_03: "1",
};

export async function preview(visitor: Visitor, more: Fields = {}, tipo = 33): Promise<Shown> {
  const form = await visitor.get(`/facturador/formulario?tipo=${tipo}`);
  const activity = /<option value="(\d{6})">/.exec(form.text)?.[1] ?? "";
  const fields = { ...fieldsOf(form, "formulario"), ...typed, EMI_ACTECO: activity, ...more };
  return visitor.post("/facturador/vista-previa", fields, "latin1");
}

export function propose(visitor: Visitor, previewed: Shown): Promise<Shown> {
  return visitor.post("/facturador/folio", fieldsOf(previewed, "previa"), "latin1");
}

export function sign(
  visitor: Visitor,
  proposed: Shown,
  password = certificatePassword,
): Promise<Shown> {
  const fields = { ...fieldsOf(proposed, "firma"), CLAVE_CERT: password };
  return visitor.post("/facturador/firmar", fields, "latin1");
}

export function send(visitor: Visitor, signed: Shown): Promise<Shown> {
  return visitor.post("/facturador/enviar", fieldsOf(signed, "envio"), "latin1");
}

/** From the preview to the answer to the sending. */
export async function finish(visitor: Visitor, previewed: Shown): Promise<Shown> {
  return send(visitor, await sign(visitor, await propose(visitor, previewed)));
}

export async function signed(visitor: Visitor, more: Fields = {}, tipo = 33): Promise<Shown> {
  return sign(visitor, await propose(visitor, await preview(visitor, more, tipo)));
}

export async function emit(visitor: Visitor, more: Fields = {}, tipo = 33): Promise<Shown> {
  return send(visitor, await signed(visitor, more, tipo));
}

export function annul(visitor: Visitor, tipo: number, folio: number): Promise<Shown> {
  const fields = { ANU_TIPO: String(tipo), ANU_FOLIO: String(folio), ANU_RAZON: "Error de precio" };
  return visitor.post("/facturador/anular", fields, "latin1");
}

export async function receiptPreview(
  visitor: Visitor,
  more: Fields = {},
  tipo = 39,
): Promise<Shown> {
  const form = await visitor.get(`/facturador/boleta?tipo=${tipo}`);
  const line = { BOL_NOMBRE_01: "Café", BOL_CANT_01: "1", BOL_PRECIO_01: "1000" };
  const fields = { ...fieldsOf(form, "boleta"), ...line, ...more };
  return visitor.post("/facturador/boleta/vista-previa", fields, "latin1");
}

export function receiptSend(
  visitor: Visitor,
  previewed: Shown,
  password = certificatePassword,
): Promise<Shown> {
  const fields = { ...fieldsOf(previewed, "emision"), CLAVE_CERT: password };
  return visitor.post("/facturador/boleta/emitir", fields, "latin1");
}

/** The folio in an answer. */
export function folioOf({ text }: Shown): number {
  return Number(/<b id="folio">(\d+)<\/b>/.exec(text)?.[1]);
}

/** A signed document that waits to be sent, in a freshly opened invoicer. */
export async function openSigned(visitor: Visitor) {
  await open(visitor);
  return signed(visitor);
}
