import { momentText } from "#lib/chile/index.ts";
import { closedHours } from "#lib/jobs/index.ts";
import type { LinkFacts, LinkFailure } from "#lib/links/index.ts";

export interface FailureText {
  title: string;
  lines: string[];
  /** The person typed everything correctly. */
  calm: boolean;
}

/** What a failed try means for the person, and what to do next. */
export function failureText(
  failure: LinkFailure,
  link: LinkFacts,
  closedUntil: Date | null = null,
): FailureText {
  const { name } = link.system;
  const organization = link.organizationName;
  const when = closedUntil === null ? `después de ${closedHours} horas` : reopening(closedUntil);
  switch (failure) {
    case "clave_rechazada":
      return wrong(
        `${name} rechazó los datos`,
        "Revisa el RUT y la clave antes de intentarlo otra vez. Si tienes dudas, pruébalos primero en el portal.",
        `Cuidado: después de varios intentos fallidos, ${name} puede bloquear la cuenta. ${attemptsText(link.attemptsLeft)}`,
      );
    case "cuenta_bloqueada":
      return wrong(
        `La cuenta está bloqueada en ${name}`,
        `Desbloquéala primero en el portal de ${name} o con tu ejecutivo. Para no volver a bloquearla, aquí se puede intentar otra vez ${when}.`,
      );
    case "empresa_no_ofrecida":
      return wrong(
        "Ese usuario no opera la empresa",
        `Los datos son correctos, pero ${name} no ofrece esa empresa a quien ingresó. Usa los datos de una persona con acceso a ella.`,
      );
    case "otra_empresa":
      if (link.system.autorizacion !== undefined) {
        return wrong(
          "Esa es otra cuenta",
          "Una conexión no cambia de cuenta. Continúa con la que estaba conectada, o sal de la otra en tu proveedor.",
          `Para conectar otra cuenta, pide a ${organization} un enlace nuevo.`,
        );
      }
      return wrong(
        "Esos datos son de otra empresa",
        link.mode === "reconectar"
          ? "Una conexión no cambia de empresa. Ingresa con un usuario de la empresa que se muestra aquí."
          : `${name} abrió una empresa distinta de la que escribiste. Revisa el RUT de la empresa.`,
        ...(link.mode === "reconectar"
          ? [`Para conectar otra empresa, pide a ${organization} un enlace nuevo.`]
          : []),
      );
    case "portal_ocupado":
      return calm(
        "Hay una sesión abierta con ese usuario",
        `${name} admite una sola a la vez. Ciérrala en el portal, o espera unos minutos, e inténtalo otra vez.`,
      );
    case "aprobacion_pendiente":
      return calm(
        "Faltó aprobar el ingreso",
        `${name} pidió una aprobación en tu dispositivo y no alcanzó a llegar. Tenlo a mano e inténtalo otra vez.`,
      );
    case "portal_caido":
      return calm(
        `${name} no está respondiendo`,
        "El problema no es tu clave, y no la guardamos. Inténtalo otra vez más tarde con este mismo enlace.",
      );
    case "ingreso_en_pausa":
      return pausedText(name, closedUntil);
    case "variante_no_soportada":
      return calm(
        "Todavía no podemos entrar a ese portal",
        `${name} atiende a tu empresa en otra versión de su portal, que aún no leemos. Avísale a ${organization}.`,
      );
    case "permiso_no_concedido":
      return calm(
        "No quedó el permiso",
        `Tu proveedor nos dijo que no, o dejaste sin marcar una parte de lo que ${organization} pide. No guardamos nada.`,
        "Si fue sin querer, continúa otra vez y deja marcado todo lo que se muestra aquí.",
      );
    case "error":
      return calm(
        "No pudimos terminar la prueba",
        `Tu clave no quedó guardada. Inténtalo otra vez; si se repite, avísale a ${organization}.`,
      );
  }
}

/** The answer of the provider came from another tab, or too late. */
export const staleText: FailureText = calm(
  "Hay que empezar de nuevo",
  "Volviste de tu proveedor desde otra pestaña, o pasó demasiado tiempo. Continúa otra vez desde aquí.",
);

/** The link names fewer modules than the existing connection has. */
export const renewedText: FailureText = calm(
  "Esta empresa ya está conectada",
  "Con tu clave se renueva la conexión que ya existe, con todo lo que ves ahora. Léelo de nuevo; no probamos nada todavía.",
);

/** What the person agreed to changed between the page and its form. */
export const changedText: FailureText = calm(
  "Cambió lo que se te pide",
  "Desde que abriste esta página cambió algo de lo que aceptas. Léelo de nuevo; no probamos nada todavía.",
);

/** The same text whatever the portal answered, so that it reveals nothing about other people's tries. */
export function pausedText(name: string, until: Date | null): FailureText {
  const when = until === null ? `en ${closedHours} horas` : reopening(until);
  return calm(
    "Por ahora no podemos probar ese usuario",
    `Otro intento podría bloquear su cuenta en ${name}. No recibimos tu clave ni entramos al portal.`,
    `Comprueba los datos en el portal y vuelve a esta página ${when}.`,
  );
}

const reopening = (until: Date): string => `después del ${momentText(until)}`;

function attemptsText(left: number): string {
  return left === 1
    ? "Te queda un intento con este enlace."
    : `Te quedan ${left} intentos con este enlace.`;
}

function wrong(title: string, ...lines: string[]): FailureText {
  return { title, lines, calm: false };
}

function calm(title: string, ...lines: string[]): FailureText {
  return { title, lines, calm: true };
}
