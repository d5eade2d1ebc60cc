import { momentText } from "#lib/chile/index.ts";
import { firstOf, unseenClasses } from "#lib/kernel/clean-text.ts";
import { latePattern } from "#lib/kernel/late-pattern.ts";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import { codeLifeMs } from "./mail.ts";
import { mailHtml } from "./mail-html.ts";

/**
 * What each kind of mail says. Only an invitation contains a link: no other mail asks for a click.
 */
export type MailContent =
  | { kind: "verify_code" | "reset_code"; code: string }
  | { kind: "already_registered" }
  | { kind: "invitation"; organization: string; role: string; url: string; expiresAt: Date }
  | { kind: "password_changed"; at: Date }
  | { kind: "key_created"; organization: string; name: string; by: string }
  | { kind: "grant_consented"; organization: string; client: string; host: string }
  | { kind: "grant_replayed"; organization: string; client: string }
  | { kind: "member_changed"; organization: string; change: string }
  | { kind: "endpoint_disabled"; organization: string; url: string; reason: string }
  | { kind: "organization_deletes"; organization: string; by: string; at: Date }
  | { kind: "organization_kept"; organization: string; by: string };

interface Draft {
  subject: string;
  paragraphs: string[];
  /** Shown large, to be copied by hand. */
  code?: string;
  url?: string;
}

interface MailText {
  subject: string;
  text: string;
  html: string;
}

const unseen = latePattern(`[${unseenClasses}]+`, "gu");

/** An untrusted name: one line, not long, nothing that turns text around. */
function plainName(text: string): string {
  return firstOf(text.replace(unseen(), " ").trim(), 80);
}

/**
 * A name that somebody else chose: in quotes that it cannot end, and nothing in it that a reader makes a
 * link of.
 */
function quotedName(text: string): string {
  const bare = plainName(text)
    .replace(/[«»“”"<>()[\]@:/\\]+/g, " ")
    .replace(/[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}]{2})/gu, ". ")
    .replace(/ +/g, " ");
  return `«${bare.trim()}»`;
}

export function mailText(content: MailContent): MailText {
  const draft = draftOf(content);
  const { subject, paragraphs, code, url } = draft;
  const special = [code, url].filter((part) => part !== undefined);
  const [first = "", ...rest] = paragraphs;
  const parts = ["Hola:", first, ...special, ...rest, "Connect"];
  return { subject, text: `${parts.join("\n\n")}\n`, html: mailHtml(draft) };
}

const notYou =
  "Si no fuiste tú, entra y cambia tu contraseña, y avísale a un dueño de la organización.";

function draftOf(content: MailContent): Draft {
  switch (content.kind) {
    case "verify_code":
      return {
        subject: `${content.code} es tu código de Connect`,
        paragraphs: [
          `Este es el código para confirmar tu correo. Sirve por ${spokenInSpanish(codeLifeMs)} y una sola vez.`,
          "Si no creaste una cuenta, no hagas nada: sin el código no se abre.",
        ],
        code: content.code,
      };
    case "reset_code":
      return {
        subject: `${content.code} es tu código para cambiar la contraseña`,
        paragraphs: [
          `Este es el código para poner una contraseña nueva. Sirve por ${spokenInSpanish(codeLifeMs)} y una sola vez.`,
          "Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma. Nadie de Connect te pedirá este código.",
        ],
        code: content.code,
      };
    case "already_registered":
      return {
        subject: "Ya tienes una cuenta en Connect",
        paragraphs: [
          "Alguien quiso crear una cuenta con este correo, y ya hay una. Si fuiste tú, entra con tu contraseña, o pide un código en «Olvidé mi contraseña».",
          "Si no fuiste tú, no hagas nada: tu cuenta no cambió.",
        ],
      };
    case "invitation":
      return {
        subject: `Te invitaron a la organización ${quotedName(content.organization)} en Connect`,
        paragraphs: [
          `La organización ${quotedName(content.organization)} te invita a participar como ${content.role}. Abre este enlace para verla y decidir:`,
          `La invitación vence el ${momentText(content.expiresAt)} y sirve solo para este correo. Si no conoces a la organización, no la abras.`,
        ],
        url: content.url,
      };
    case "password_changed":
      return {
        subject: "Tu contraseña de Connect cambió",
        paragraphs: [
          `La contraseña de tu cuenta cambió el ${momentText(content.at)}, y se cerraron las demás sesiones.`,
          "Si no fuiste tú, pide un código en «Olvidé mi contraseña» y pon otra ahora mismo.",
        ],
      };
    case "key_created":
      return {
        subject: `Clave nueva en ${quotedName(content.organization)}`,
        paragraphs: [
          `${quotedName(content.by)} creó la clave de API ${quotedName(content.name)} en ${quotedName(content.organization)}.`,
          "Si no corresponde, revócala en «Claves».",
        ],
      };
    case "grant_consented":
      return {
        subject: `Diste acceso a ${quotedName(content.client)}`,
        paragraphs: [
          `${quotedName(content.client)} (${quotedName(content.host)}) puede actuar por ti en ${quotedName(content.organization)}, con los permisos que marcaste.`,
          `Puedes reducirlos o terminarlos en «Aplicaciones» cuando quieras. ${notYou}`,
        ],
      };
    case "grant_replayed":
      return {
        subject: `Terminamos el acceso de ${quotedName(content.client)}`,
        paragraphs: [
          `Alguien usó otra vez una credencial de ${quotedName(content.client)} que ya se había usado en ${quotedName(content.organization)}. Puede ser una copia robada, así que terminamos su acceso.`,
          "Si la aplicación es tuya, conéctala de nuevo y revisa dónde guarda sus credenciales.",
        ],
      };
    case "member_changed":
      return {
        subject: `Tu participación en ${quotedName(content.organization)} cambió`,
        paragraphs: [content.change, "Si no lo esperabas, habla con un dueño de la organización."],
      };
    case "endpoint_disabled":
      return {
        subject: `Un webhook de ${quotedName(content.organization)} quedó deshabilitado`,
        paragraphs: [
          `Dejamos de enviar a ${quotedName(URL.parse(content.url)?.host ?? "")}: ${content.reason}.`,
          "En «Webhooks» se ve cuál es: corrígelo y habilítalo de nuevo. Lo que pasa mientras tanto no se envía.",
        ],
      };
    case "organization_deletes":
      return {
        subject: `${quotedName(content.organization)} se elimina de Connect`,
        paragraphs: [
          `${quotedName(content.by)} pidió eliminar ${quotedName(content.organization)}. Se borra el ${momentText(content.at)}; hasta entonces sus claves y aplicaciones no funcionan, y no se lee ni se envía nada.`,
          "Un dueño puede cancelarlo antes en «Inicio» o en «Organización», y todo vuelve a funcionar.",
        ],
      };
    case "organization_kept":
      return {
        subject: `${quotedName(content.organization)} ya no se elimina de Connect`,
        paragraphs: [
          `${quotedName(content.by)} canceló la eliminación de ${quotedName(content.organization)}. No se borró nada, y sus claves y aplicaciones funcionan de nuevo.`,
          "Si no corresponde, un dueño puede pedir eliminarla otra vez en «Organización».",
        ],
      };
  }
}
