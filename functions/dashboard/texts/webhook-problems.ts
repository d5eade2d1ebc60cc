import { allowedPorts, longestUrl, type TargetRefusal } from "#lib/egress/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { errorText } from "./errors.ts";

export interface Problem {
  title: string;
  text: string;
  /** About the typed address. */
  field: boolean;
}

const ports = new Intl.ListFormat("es", { type: "disjunction" }).format(allowedPorts);

const addresses: Readonly<Record<string, string>> = {
  "address not public": "Esa dirección es de una red interna: tiene que ser pública.",
  "host not a public name": "Ese nombre no es público: usa uno que se alcance desde internet.",
  "name not resolved": "Ese nombre no existe en internet, o su servidor de nombres no respondió.",
  "url does not begin with https://": "Tiene que empezar con https://.",
  "url longer than 2048 characters": `Es demasiado larga: hasta ${longestUrl} caracteres.`,
  "url has a space, a backslash or an invisible character":
    "Tiene un espacio, una barra invertida o un carácter que no se ve.",
  "url not readable": "No se lee como una dirección: revísala letra por letra.",
  "url has a user name or a password": "Lleva un usuario o una clave: quítalos de la dirección.",
  "port not allowed": `Ese puerto no se permite: usa el ${ports}.`,
  "address not in its usual form": "Escribe la dirección IP en su forma usual.",
  timeout: "El servidor de nombres de esa dirección no respondió a tiempo.",
} satisfies Record<TargetRefusal, string>;

const reasons: Readonly<Record<string, Omit<Problem, "field">>> = {
  endpoint_disabled: {
    title: "El webhook no está habilitado",
    text: "Habilítalo primero: mientras está en pausa no se le envía nada nuevo.",
  },
  connection_deleted: {
    title: "Su conexión fue eliminada",
    text: "No pasará nada más de lo que avisarle. Crea otro webhook, de otra conexión o de todas.",
  },
  filtered_out: {
    title: "Este webhook no recibe ese evento",
    text: "Sus tipos de evento o su conexión lo dejan fuera. Cambia sus filtros, o elige otro webhook.",
  },
  not_ended: {
    title: "La entrega sigue en curso",
    text: "Ya está en cola y se intentará sola: mira cuándo es su próximo intento.",
  },
  at_limit: {
    title: "Ya tienes todos los webhooks que puedes",
    text: "Pausa uno que no uses y vuelve a intentarlo.",
  },
  all_made: {
    title: "Ya creaste todos los webhooks que puedes",
    text: "Usa otra vez uno en pausa: cámbiale la dirección, pon un secreto nuevo y habilítalo.",
  },
};

/** What went wrong with a webhook's form, and what to do about it. */
export function problemOf(error: AppError, plansWithWebhooks: readonly string[]): Problem {
  const { code, details } = error;
  switch (code) {
    case "feature_not_in_plan":
      return {
        title: "Tu plan no tiene webhooks",
        text: `Los planes con webhooks son ${plansWithWebhooks.join(" y ")}.`,
        field: false,
      };
    case "invalid_webhook_url": {
      const { title, advice } = errorText(error);
      return { title, text: addresses[String(details?.["reason"])] ?? advice, field: true };
    }
    case "webhook_delivery_not_found":
      return {
        title: "No conocemos ese evento",
        text: "Copia su id, que empieza con whev_, de «Entregas» o de la API.",
        field: false,
      };
    default: {
      const { title, advice } = errorText(error);
      const known = reasons[String(details?.["reason"])];
      return { ...(known ?? { title, text: advice }), field: false };
    }
  }
}
