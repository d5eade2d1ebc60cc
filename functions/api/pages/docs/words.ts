import type { ConnectorKind, Effect } from "#lib/contract/index.ts";
import type { Field, Limit } from "#lib/tools/documents/index.ts";

export const kindWords: Record<ConnectorKind, string> = {
  bank: "Portal bancario de empresas",
  tax_authority: "Autoridad tributaria",
  pension_authority: "Cotizaciones previsionales",
  invoicing: "Sistema de facturación",
  mail: "Cuenta de correo",
  utility: "Utilidad del servicio",
};

/** What a kind of system is there for; null where nobody connects anything. */
const purposeWords: Record<ConnectorKind, string | null> = {
  bank: "bancos",
  tax_authority: "impuestos",
  pension_authority: "previsión",
  invoicing: "facturación",
  mail: "correo",
  utility: null,
};

/** «bancos e impuestos»: of the kinds that there are, and of no other. */
export function purposesOf(kinds: readonly ConnectorKind[]): string {
  const words = [...new Set(kinds)].flatMap((kind) => purposeWords[kind] ?? []);
  return new Intl.ListFormat("es", { type: "conjunction" }).format(words);
}

export const effectWords: Record<Effect, { word: string; tone: string }> = {
  read: { word: "Solo lectura", tone: "good" },
  live: { word: "Contacta al sistema externo", tone: "note" },
  write: { word: "Cambia lo que guarda Connect", tone: "note" },
  destructive: { word: "Irreversible", tone: "bad" },
};

export const statusWords: Record<number, string> = {
  400: "La llamada está mal hecha",
  401: "Falta la credencial",
  402: "Pago pendiente",
  403: "Sin permiso",
  404: "No existe",
  409: "Choca con otra operación",
  410: "Venció",
  413: "Demasiado grande",
  415: "No es JSON",
  422: "No se puede procesar",
  428: "Falta un paso previo",
  429: "Demasiadas llamadas",
  500: "Falla del servicio",
  501: "Aún no existe",
  502: "Falla del sistema externo",
  503: "No disponible por ahora",
  504: "Se agotó el tiempo",
};

const typeWords: Record<string, string> = {
  string: "texto",
  integer: "entero",
  number: "número",
  boolean: "booleano",
  object: "objeto",
  date: "fecha AAAA-MM-DD",
  "date-time": "instante ISO 8601",
  uuid: "UUID",
  uri: "url",
  email: "correo",
};

/** `lista de texto`, `fecha AAAA-MM-DD o null`. */
export function typeText(field: Field): string {
  const types = field.types.map(oneType);
  return [...types, ...(field.nullable ? ["null"] : [])].join(" o ");
}

function oneType(type: string): string {
  if (type.endsWith("[]")) return `lista de ${plural(oneType(type.slice(0, -2)))}`;
  return typeWords[type] ?? type;
}

function plural(word: string): string {
  return /^(texto|entero|número|booleano|objeto)$/.test(word) ? `${word}s` : word;
}

const limitTexts: Record<Limit, (value: unknown) => string> = {
  minimum: (value) => `mínimo ${String(value)}`,
  maximum: (value) => `máximo ${String(value)}`,
  minLength: (value) => (value === 1 ? "no vacío" : `desde ${String(value)} caracteres`),
  maxLength: (value) => `hasta ${String(value)} caracteres`,
  minItems: (value) => (value === 1 ? "no vacía" : `desde ${String(value)} elementos`),
  maxItems: (value) => `hasta ${String(value)} elementos`,
};

export function limitsText(field: Field): string {
  return field.limits.map(({ word, value }) => limitTexts[word](value)).join(", ");
}
