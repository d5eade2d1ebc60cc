import { parseRut } from "#lib/chile/index.ts";
import type { Counterparty } from "../store.ts";

/** What one text says about the other party. */
export type Reading =
  | { kind: "party"; party: Counterparty; invalidRut: boolean }
  /** It names two people, or may do so. */
  | { kind: "ambiguous" }
  /** It has an unknown form, or says nothing. */
  | { kind: "unsupported" };

interface PartyTexts {
  rut: string;
  nombre: string;
  banco: string;
  cuenta: string;
}

// `12.345.678-5`, `12345678-5`, `123456785`, padded `0123456785`, and any with a k.
const rutShape = String.raw`(?:\d{1,3}(?:\.\d{3})+-?[\dkK]|\d{5,9}-[\dkK]|\d{6,9}[\dkK])`;
const wholeRut = new RegExp(`^${rutShape}$`);
// No name contains these, so a text with them next to its RUT says more than can be parsed.
const numbers = /\d{5}|\d\.\d{3}/;
// Without a dash, one reference number in eleven would pass for a RUT.
const withDash = /(?<![\d.])\d{1,3}(?:\.?\d{3}){1,2}-[\dkK](?![\dkK])/g;

/** A RUT with a wrong check digit is dropped: the name may be given without it. */
export function partyOf(texts: PartyTexts): Reading {
  const rut = parseRut(texts.rut);
  const nombre = said(texts.nombre);
  if (nombre !== null && numbers.test(nombre)) return { kind: "ambiguous" };
  if (rut === null && nombre === null) return { kind: "unsupported" };
  return {
    kind: "party",
    party: { rut, nombre, banco: said(texts.banco), numeroCuenta: said(texts.cuenta) },
    invalidRut: rut === null && said(texts.rut) !== null,
  };
}

/** The RUTs in a text of unknown form. */
export function writtenRuts(text: string): string[] {
  return (text.match(withDash) ?? []).flatMap((word) => parseRut(word) ?? []);
}

function said(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

const opening =
  /^(?:TRASPASO (?:DE|A):|TEF (?:DE|A)(?=\s)|TRANSFERENCIA (?:DESDE|HACIA)(?=\s))\s*(?<rest>\S.*)$/iu;
const account = /\s(?<banco>BANCO\s.+?)\sCTA\s(?<cuenta>\d[\d-]*)$/iu;

/** `TEF DE NOMBRE 12.345.678-5 BANCO ALERCE CTA 123`: the RUT, and the account, may be missing. */
export function readGlosa(glosa: string): Reading {
  const rest = opening.exec(glosa.trim().replaceAll(/\s+/g, " "))?.groups?.["rest"];
  if (rest === undefined) return { kind: "unsupported" };
  const { banco = "", cuenta = "" } = account.exec(rest)?.groups ?? {};
  const words = rest.replace(account, "").split(" ");
  const rut = wholeRut.test(words.at(-1) ?? "") ? (words.pop() ?? "") : "";
  return partyOf({ rut, nombre: words.join(" "), banco, cuenta });
}

const label = /(?<name>Rut|Nombre|Banco|Cuenta)\s+Origen\s*:/giu;
const names = { rut: "", nombre: "", banco: "", cuenta: "" };

/** `Rut Origen: … Nombre Origen: …`: some of the labels, in any order, and nothing else. */
export function readDetalle(detalle: string): Reading {
  const labels = [...detalle.matchAll(label)];
  const [first] = labels;
  if (first === undefined || detalle.slice(0, first.index).trim() !== "") {
    return { kind: "unsupported" };
  }
  const texts = { ...names };
  for (const [place, found] of labels.entries()) {
    const field = (found.groups?.["name"] ?? "").toLowerCase() as keyof typeof names;
    const value = detalle.slice(found.index + found[0].length, labels[place + 1]?.index).trim();
    // Another kind of label, or the same one twice: it is unclear whose each value is.
    if (value.includes(":") || texts[field] !== "") return { kind: "ambiguous" };
    texts[field] = value;
  }
  return partyOf(texts);
}
