import { nombreTipoDocumento } from "#lib/chile/index.ts";
import type { Need } from "#lib/attention/index.ts";
import { plainText } from "./words.ts";

interface NeedText {
  title: string;
  /** What follows from it, or what to do. */
  line: string;
  /** The section where that is done, and the button there. */
  section: string;
  button: string;
}

/** What a person is to do about it, and where. */
export function needText({ kind, label, detail }: Need): NeedText {
  const name = plainText(label);
  switch (kind) {
    case "confirmation":
      return {
        title: `${nombreTipoDocumento(label)} espera tu confirmación`,
        line: "Alguien quiere emitirla. Al vencer hay que prepararla otra vez.",
        section: "confirmaciones",
        button: "Revisar",
      };
    case "outcome_unknown":
      return {
        title: `${nombreTipoDocumento(label)}: no sabemos si se emitió`,
        line: "No la repitas. Seguimos mirando la lista de la autoridad.",
        section: "emisiones",
        button: "Ver",
      };
    case "billing":
      return {
        title: label === "past_due" ? "Hay un pago pendiente" : "No hay un plan activo",
        line: "Sincronizaciones, emisiones y conexiones nuevas están en pausa.",
        section: "uso",
        button: "Ver el plan",
      };
    case "credential":
      return {
        title: `${name}: ${detail === "ausente" ? "falta la clave" : `clave ${plainText(detail ?? "")}`}`,
        line: "No se lee nada hasta que alguien la entregue otra vez.",
        section: "conexiones",
        button: "Reconectar",
      };
    case "endpoint_disabled":
      return {
        title: `Deshabilitamos ${name}`,
        line: "No respondió por demasiado tiempo. Lo que pase ahora no se le envía.",
        section: "webhooks",
        button: "Arreglar",
      };
    case "endpoint_failing":
      return {
        title: `${name} está fallando`,
        line: `${detail ?? "Varias"} entregas seguidas no llegaron. Seguimos intentando.`,
        section: "webhooks",
        button: "Ver",
      };
    case "stale":
      return {
        title: `${name}: datos atrasados`,
        line: "Hace más de un día que no termina bien una lectura programada.",
        section: "conexiones",
        button: "Ver",
      };
    case "quota":
      return {
        title: `${name}: ${detail ?? "80"} % de las llamadas del mes`,
        line: "Al llegar al límite se rechazan hasta el mes que viene.",
        section: "uso",
        button: "Ver el uso",
      };
    case "key_ending":
      return {
        title: `La clave ${name} está por vencer`,
        line: "Crea otra y cámbiala antes de que deje de servir.",
        section: "claves",
        button: "Ver",
      };
  }
}

/** Sections whose pages are of one thing each. */
export const hasPages: readonly string[] = [
  "claves",
  "conexiones",
  "confirmaciones",
  "emisiones",
  "webhooks",
];
