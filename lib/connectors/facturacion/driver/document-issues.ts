import type { Issue } from "#lib/kernel/errors/index.ts";
import type { Problem } from "../parse/problem.ts";

/** The system's names for a document's fields, and ours. */
const fields: Readonly<Record<string, string>> = {
  tipo: "tipoDte",
  fecha_emision: "fechaEmision",
  receptor: "receptor",
  rut: "rut",
  razon_social: "razonSocial",
  giro: "giro",
  direccion: "direccion",
  comuna: "comuna",
  ciudad: "ciudad",
  forma_pago: "formaPago",
  lineas: "lineas",
  nombre: "nombre",
  descripcion: "descripcion",
  cantidad: "cantidad",
  unidad: "unidad",
  precio: "precioUnitario",
  descuento_pct: "descuentoPct",
  exenta: "exento",
  referencias: "referencias",
  folio: "folio",
  fecha: "fecha",
  codigo: "codigo",
  razon: "razon",
};

/** Which fields the system rejects. Its own words go no further than here. */
export function rejectedFields({ errores }: Problem): Issue[] {
  const places = new Map(errores.map(({ campo }) => [campo, pathOf(campo)]));
  const paths = places.size === 0 ? [[]] : [...places.values()];
  return paths.map((path) => ({
    path,
    code: "not_allowed",
    message: "The invoicing system does not take it",
  }));
}

/** Stops at the first unknown name: `lineas.0.precio`. */
function pathOf(campo: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const name of campo.split(".")) {
    const isPlace = /^\d{1,3}$/.test(name);
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!isPlace && known === undefined) break;
    path.push(isPlace ? Number(name) : (known ?? ""));
  }
  return path;
}
