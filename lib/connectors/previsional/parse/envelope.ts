import { parseRut } from "#lib/chile/index.ts";
import { ownPage, unknownShape } from "#lib/contract/bank/index.ts";
import { codes } from "../portal.ts";
import { parseXml, type Xml } from "./xml.ts";

/** An answer of the service: a result code, and the parts that follow it. */
export interface Envelope {
  codigo: string;
  partes: readonly Xml[];
}

/** The answer to the call with this number, and to no other. */
export function parseEnvelope(text: string, llamada: number): Envelope {
  const { tag, children } = parseXml(text);
  const [cabecera, codigo, ...partes] = children;
  if (tag !== "sobre" || cabecera?.tag !== "cabecera" || codigo?.tag !== "codigo") {
    throw unknownShape("an answer that is no envelope");
  }
  if (textIn(cabecera.children, "llamada") !== String(llamada)) {
    throw unknownShape("an answer to another call");
  }
  return { codigo: codigo.text, partes };
}

/** The parts of an answer, which must be about this company and no other. */
export function companyParts({ codigo, partes }: Envelope, rut: string): readonly Xml[] {
  const asksToLogIn = codigo === codes.ended;
  if (codigo !== codes.done && !asksToLogIn) throw unknownShape("a refusal that is not known");
  const titular = partes.find(({ tag }) => tag === "titular");
  ownPage(
    { asksToLogIn, titular: titular ? textIn(titular.children, "rut") : null },
    rut,
    parseRut,
  );
  return partes;
}

/** The single element with that name. */
export function partIn(partes: readonly Xml[], tag: string): Xml {
  const [found, ...others] = partes.filter((one) => one.tag === tag);
  if (found === undefined || others.length > 0) throw unknownShape("an answer with other parts");
  return found;
}

export function textIn(partes: readonly Xml[], tag: string): string {
  const { text, children } = partIn(partes, tag);
  if (children.length > 0) throw unknownShape("a part where a text was");
  return text.trim();
}

/** The rows of a list, by field name; null for a row that does not have each field exactly once. */
export function listIn<Field extends string>(
  partes: readonly Xml[],
  { list, row, fields }: { list: string; row: string; fields: readonly Field[] },
): (Record<Field, string> | null)[] {
  const rows = partIn(partes, list).children;
  // An empty list is accepted only when the count agrees.
  if (textIn(partes, "cantidad") !== String(rows.length))
    throw unknownShape("another count of rows");
  if (rows.some(({ tag }) => tag !== row)) throw unknownShape("rows of another name");
  return rows.map(({ children }) => {
    const texts = fields.map((field) => {
      const [found, ...others] = children.filter(({ tag }) => tag === field);
      return others.length === 0 ? found?.text.trim() : undefined;
    });
    if (texts.includes(undefined)) return null;
    const entries = fields.map((field, place) => [field, texts[place] ?? ""]);
    return Object.fromEntries(entries) as Record<Field, string>;
  });
}
