import { maxTries, type FoundLink, type LinkFacts } from "#lib/links/index.ts";
import type { Message } from "./message-page.tsx";
import { momentText } from "#lib/chile/index.ts";

type Closed = Extract<
  FoundLink,
  { kind: "unknown" | "expired" | "used" | "exhausted" | "annulled" | "unavailable" }
>;

/** Why a link accepts nothing, and whom to ask. */
export function messageOf(link: Closed): Message {
  switch (link.kind) {
    case "unknown":
      return {
        title: "Este enlace no existe",
        lines: [
          "Puede que esté incompleto. Ábrelo de nuevo desde el mensaje en que lo recibiste, o cópialo entero.",
        ],
      };
    case "expired":
      return {
        title: "Este enlace venció",
        lines: [
          `Era para conectar ${link.system.name} y venció el ${momentText(link.expiresAt)}.`,
          `Pide a ${link.organizationName} un enlace nuevo. No guardamos ninguna clave.`,
        ],
      };
    case "used":
      return {
        title: "Este enlace ya se usó",
        lines: [
          `Con él se conectó ${link.system.name} el ${momentText(link.consumedAt)}. Cada enlace sirve una sola vez.`,
          `Si no fuiste tú, avísale a ${link.organizationName}.`,
        ],
      };
    case "exhausted":
      return {
        title: "Se acabaron los intentos",
        lines: [
          `Este enlace permite ${maxTries} intentos, para que ${link.system.name} no bloquee la cuenta.`,
          `Comprueba tus datos en el portal y pide a ${link.organizationName} un enlace nuevo.`,
        ],
      };
    case "annulled":
      return {
        title: "Este enlace fue anulado",
        lines: [
          `${link.organizationName} lo retiró, o alguien eligió no conectar. Ya no recibe datos, y no guardamos ninguna clave.`,
          `Si aún hace falta conectar ${link.system.name}, pide a ${link.organizationName} un enlace nuevo.`,
        ],
      };
    case "unavailable":
      return {
        title: "Este enlace está en pausa",
        lines: [
          `${link.organizationName} no puede recibir conexiones de ${link.system.name} por ahora. Avísale para que lo revise.`,
          "El enlace vuelve a servir en cuanto se resuelva, si no ha vencido.",
        ],
      };
  }
}

export function declinedMessage({ system, organizationName }: LinkFacts): Message {
  return {
    title: `No conectaste ${system.name}`,
    lines: [
      "El enlace quedó anulado: ya no recibe datos, y no guardamos nada de lo que escribiste.",
      `Si cambias de idea, pide a ${organizationName} un enlace nuevo.`,
    ],
  };
}

export const refusedForm: Message = {
  title: "No recibimos el formulario",
  lines: ["Llegó desde otra página. Abre el enlace de nuevo y escribe los datos ahí."],
};

/** The provider's answer came to a browser that did not start here. */
export const lostOnWayBack: Message = {
  title: "Abre el enlace de nuevo",
  lines: [
    "Volviste de tu proveedor en un navegador que no salió de aquí, o pasó demasiado tiempo. No guardamos nada.",
  ],
};

export const brokenForm: Message = {
  title: "No pudimos leer el formulario",
  lines: ["Abre el enlace de nuevo y escribe los datos otra vez."],
};

export const outOfOrder: Message = {
  title: "No podemos atenderte en este momento",
  lines: ["El problema es nuestro. Vuelve a intentarlo en unos minutos con el mismo enlace."],
};

export const tooOften: Message = {
  title: "Demasiados intentos desde tu red",
  lines: ["Espera un minuto y abre el enlace de nuevo, entero, como lo recibiste."],
};
