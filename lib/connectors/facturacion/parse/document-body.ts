import type { DteDocument, DteLine, DteReference } from "#lib/contract/index.ts";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type DocumentBody = { [name: string]: Json };

/**
 * A document as the system expects it: quantities and prices are texts, absent values are left out.
 */
export function documentBody(document: DteDocument): DocumentBody {
  const { tipoDte, fechaEmision, receptor, formaPago, lineas, referencias } = document;
  return {
    tipo: tipoDte,
    fecha_emision: fechaEmision,
    ...(receptor !== null && { receptor: receiverBody(receptor) }),
    forma_pago: formaPago,
    lineas: lineas.map(lineBody),
    referencias: referencias.map(referenceBody),
  };
}

function receiverBody(receptor: NonNullable<DteDocument["receptor"]>): DocumentBody {
  const { rut, razonSocial, giro, direccion, comuna, ciudad } = receptor;
  return said({ rut, razon_social: razonSocial, giro, direccion, comuna, ciudad });
}

function lineBody(line: DteLine): DocumentBody {
  const { nombre, descripcion = "", cantidad, unidad = "", precioUnitario, descuentoPct } = line;
  return {
    ...said({ nombre, descripcion, unidad }),
    cantidad: decimalText(cantidad),
    precio: decimalText(precioUnitario),
    ...(descuentoPct !== undefined && { descuento_pct: decimalText(descuentoPct) }),
    exenta: line.exento ?? false,
  };
}

function referenceBody({ tipoDoc, folio, fecha, codigo, razon = "" }: DteReference): DocumentBody {
  return {
    ...said({ tipo: String(tipoDoc), folio, fecha, razon }),
    ...(codigo !== undefined && { codigo }),
  };
}

function said(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** `0.5`, never `5e-7`: a caller gives at most six decimals. */
function decimalText(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, "");
}

/** Every text and number of a document by its path: `lineas.0.nombre`. */
export function flattened(value: unknown, place = ""): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object") {
    return { [place]: typeof value === "string" ? value : JSON.stringify(value) };
  }
  const entries = Object.entries(value).map(([name, inner]) =>
    flattened(inner, place === "" ? name : `${place}.${name}`),
  );
  return Object.assign({}, ...entries) as Record<string, string>;
}

/** Whether some text that was sent is shown truncated. */
export function isCut(sent: unknown, shown: unknown): boolean {
  const kept = flattened(shown);
  return Object.entries(flattened(sent)).some(([place, text]) => {
    const [whole, left] = [tidied(text), tidied(kept[place] ?? text)];
    return whole !== left && whole.startsWith(left);
  });
}

function tidied(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
