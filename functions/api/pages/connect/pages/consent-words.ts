import { longDayText } from "#lib/chile/index.ts";
import type { ConsentFacts } from "./consent-facts.ts";

/** The facts in a person's words, in the order in which things happen. */
export function consentLines(facts: ConsentFacts): string[] {
  return [
    nowLine(facts),
    laterLine(facts),
    ...(facts.singleSession ? [sessionLine(facts)] : []),
    ...(facts.approval ? [approvalLine(facts)] : []),
    ...secretLines(facts),
  ];
}

function nowLine({ system, byPermission, logins: { first } }: ConsentFacts): string {
  const now = byPermission
    ? "Ahora usamos el permiso una vez, para comprobar la cuenta"
    : `Ahora entramos una vez a ${system}, para probar la clave`;
  if (first === 0) return `${now}.`;
  return first === 1
    ? `${now}. Si funciona, entramos enseguida otra vez y traemos lo de hoy.`
    : `${now}. Si funciona, entramos enseguida ${first} veces más y traemos este mes y el anterior.`;
}

function laterLine({ organization, logins }: ConsentFacts): string {
  const { perDay, lateDays, perLateDay } = logins;
  const asked = `cuando ${organization} lo pida`;
  if (perDay === 0) return `Después, solo ${asked}.`;
  const usual = `Después entramos sin que nadie lo pida ${times(perDay)} al día`;
  if (lateDays === 0) return `${usual}, y ${asked}.`;
  return `${usual}, y ${times(perLateDay)} en los primeros ${lateDays} días de cada mes. Un mes que quedó a medias se intenta una vez más al día, y uno con datos que aún cambian, una vez por semana. También ${asked}.`;
}

function sessionLine({ system }: ConsentFacts): string {
  return `Cada ingreso ocupa tu usuario cerca de un minuto: mientras dura, no puedes entrar a ${system}.`;
}

function approvalLine({ system }: ConsentFacts): string {
  return `${system} puede pedirte aprobar en tu dispositivo cualquiera de estos ingresos, también los que nadie pide. Uno que no apruebas no lee nada.`;
}

function secretLines(facts: ConsentFacts): string[] {
  const { organization, byPermission } = facts;
  if (byPermission) {
    return [
      "Tu proveedor te mostrará lo que pedimos. Deja marcado todo: es lo que dice arriba.",
      `Guardamos cifrado el permiso que él nos da, solo para lo que autorizas, y lo usan solo máquinas: ${organization} nunca lo ve, ni las personas ni sus agentes.`,
      endLine(facts),
    ];
  }
  return [
    `Si la clave funciona, la guardamos cifrada y la usan solo máquinas: ${organization} nunca la ve, ni las personas ni sus agentes. Si no funciona, la borramos.`,
    `Más adelante ${organization} puede activar más de esta misma cuenta, para leer o para hacer, con la misma clave y sin volver a pedírtelo.`,
    endLine(facts),
  ];
}

/** How long, and how to end it earlier without asking anybody. */
function endLine({ accessUntil, byPermission }: ConsentFacts): string {
  const what = byPermission ? "el permiso" : "la clave";
  const how = "con la dirección que te damos al terminar, sin pedírselo a nadie.";
  if (accessUntil === null)
    return `Dura hasta que lo cortes: borras ${what} cuando quieras, ${how}`;
  return `Dura hasta el ${longDayText(accessUntil)}: al terminar ese día borramos ${what}. Antes lo cortas cuando quieras, ${how}`;
}

const times = (count: number): string => (count === 1 ? "una vez" : `${count} veces`);
