import { looksLikeRut, partyOf, type Reading } from "./party.ts";

const opening =
  /^(?:TRASPASO (?:DE|A):|TEF (?:DE|A)(?=\s)|TRANSFERENCIA (?:DESDE|HACIA)(?=\s))\s*(?<rest>\S.*)$/iu;
const account = /\s(?<banco>BANCO\s.+?)\sCTA\s(?<cuenta>\d[\d-]*)$/iu;

/** `TEF DE NOMBRE 12.345.678-5 BANCO ALERCE CTA 123`: the RUT, and the account, may be missing. */
export function readGlosa(glosa: string): Reading {
  const rest = opening.exec(glosa.trim().replaceAll(/\s+/g, " "))?.groups?.["rest"];
  if (rest === undefined) return { kind: "unsupported" };
  const { banco = "", cuenta = "" } = account.exec(rest)?.groups ?? {};
  const words = rest.replace(account, "").split(" ");
  const rut = looksLikeRut(words.at(-1) ?? "") ? (words.pop() ?? "") : "";
  return partyOf({ rut, nombre: words.join(" "), banco, cuenta });
}
