import type { DteReference } from "#lib/contract/index.ts";
import { documentName } from "./operation-words.ts";
import { dateText, plainText } from "./words.ts";

/** What a document does to another one that it refers to. */
const purposes = { 1: "Anula", 2: "Corrige un texto", 3: "Corrige montos" } as const;

/** `Corrige montos: Factura electrónica, folio 7012, del 3 de noviembre de 2026. Precio mal puesto`. */
export function referenceText({ tipoDoc, folio, fecha, codigo, razon }: DteReference): string {
  const purpose = codigo === undefined ? "Menciona" : purposes[codigo];
  const about = `${documentName(tipoDoc)}, folio ${plainText(folio)}, del ${dateText(fecha)}`;
  const reason = plainText(razon ?? "");
  return `${purpose}: ${about}${reason === "" ? "" : `. ${reason}`}`;
}

/** The words of the invoicing system's previews; any other warning is a sentence already. */
const warnings: Readonly<Record<string, string>> = {
  folios_por_agotarse: "Quedan 20 folios o menos de este tipo de documento.",
  certificado_por_vencer: "El certificado con que se firma vence en 30 días o menos.",
  folio_antiguo: "El folio se autorizó hace tiempo: la autoridad puede poner reparos.",
  texto_cortado: "El sistema guarda solo el comienzo de un texto: mira todos los campos.",
  igual_no_registrado:
    "En los últimos diez días hay un documento igual que este servicio no tiene registrado: revísalo antes de emitir.",
};

export function warningText(warning: string): string {
  return warnings[warning] ?? plainText(warning);
}
