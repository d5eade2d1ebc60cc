import type { Need } from "#lib/attention/index.ts";
import { documentName } from "./operation-words.ts";
import { failureText } from "#lib/webhooks/index.ts";
import { plainText } from "./words.ts";

interface NeedText {
  title: string;
  /** The consequence, or what to do. */
  line: string;
  /** The section where that is done, and its button. */
  section: string;
  button: string;
}

/** What needs a person, and where. */
export function needText({
  kind,
  label,
  detail,
}: Pick<Need, "kind" | "label" | "detail">): NeedText {
  const name = plainText(label);
  switch (kind) {
    case "confirmation":
      return {
        title: `${documentName(Number(label))} espera tu confirmación`,
        line: "Alguien quiere emitirla. Al vencer hay que prepararla otra vez.",
        section: "confirmaciones",
        button: "Revisar",
      };
    case "outcome_unknown":
      return {
        line: "No la repitas. Seguimos mirando la lista de la autoridad.",
        ...unknownText(label),
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
        line: `Cinco entregas fallaron del todo${detail === null ? "" : `: ${failureText(detail)}`}. Lo que pase ahora no se le envía.`,
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
        line: `Se lee ${rhythmText(Number(detail))}, y falta la última lectura.`,
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

/** By the kind of operation, or by the document type. */
function unknownText(label: string): Pick<NeedText, "title" | "section"> & { line?: string } {
  switch (label) {
    case "honorarios":
      return { title: "Boleta de honorarios: no sabemos si se emitió", section: "honorarios" };
    case "honorarios_anulacion":
      return {
        title: "Anulación de una boleta de honorarios: no sabemos si se hizo",
        section: "honorarios",
      };
    case "carpeta":
      return { title: "Carpeta tributaria: no sabemos si se generó", section: "carpetas" };
    case "correo":
      return {
        title: "Un correo: no sabemos si salió",
        line: "No lo repitas. Mira entre los enviados de la cuenta.",
        section: "conexiones",
      };
    default:
      return {
        title: `${documentName(Number(label))}: no sabemos si se emitió`,
        section: "emisiones",
      };
  }
}

/** `4 veces al día`, for an interval in minutes. */
function rhythmText(everyMinutes: number): string {
  const times = Math.round(1_440 / everyMinutes);
  return times === 1 ? "una vez al día" : `${times} veces al día`;
}

/** The sections' pages for a single thing. */
export const hasPages: readonly string[] = [
  "carpetas",
  "claves",
  "conexiones",
  "confirmaciones",
  "emisiones",
  "honorarios",
  "webhooks",
];
