import { longestName } from "#lib/identity/index.ts";
import { passwordLength, type AccountProblem } from "#lib/identity/people/index.ts";
import { hourText } from "./words.ts";

/** For a name that is empty or too long. */
export const nameProblem = `Escribe un nombre, de hasta ${longestName} caracteres.`;

type Problem = AccountProblem["problem"];

/** What is wrong with a field, and what would be right. */
export function problemText({ problem, field }: { problem: Problem; field: string }): string {
  switch (problem) {
    case "empty":
      return "Escribe tu nombre.";
    case "long":
      return field === "password"
        ? `Es demasiado larga: hasta ${passwordLength.most} caracteres.`
        : `Es demasiado largo: hasta ${longestName} caracteres.`;
    case "not_mail":
      return "Esto no es un correo. Escríbelo como nombre@empresa.cl.";
    case "short":
      return `Es muy corta: usa ${passwordLength.least} caracteres o más.`;
    case "common":
      return "Es de las primeras que alguien probaría. Elige otra: cuatro palabras al azar sirven.";
    case "mail":
      return "No puede ser tu correo. Elige otra.";
  }
}

export function waitText(until: Date): string {
  return `Ya mandamos un código hace poco. Puedes pedir otro a las ${hourText(until)}: entre uno y otro pasa un minuto, y son cinco por hora.`;
}
