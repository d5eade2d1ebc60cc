import { refusalWords } from "#lib/contract/index.ts";

/** How a try can end without a connection. The page has a text for each. */
const linkFailures = [
  ...Object.values(refusalWords),
  "otra_empresa",
  "portal_ocupado",
  "aprobacion_pendiente",
  "portal_caido",
  /** Not tried at all: one more refusal could lock the account. */
  "ingreso_en_pausa",
  "variante_no_soportada",
  /** At the provider, for all or for a part of what was asked. */
  "permiso_no_concedido",
  "error",
] as const;
export type LinkFailure = (typeof linkFailures)[number];

/** Tries that a link allows: a portal locks the account at the third wrong password. */
export const maxTries = 2;

/** The password was not tried, or it was right: the try does not count. */
const returned: readonly LinkFailure[] = [
  "portal_ocupado",
  "portal_caido",
  "ingreso_en_pausa",
  "empresa_no_ofrecida",
  "otra_empresa",
  "permiso_no_concedido",
];

export function countsAsAttempt(failure: LinkFailure): boolean {
  return !returned.includes(failure);
}

/** Only our own words are stored; one that no longer exists is a plain error. */
export function linkFailureOf(kept: string | null): LinkFailure | null {
  if (kept === null) return null;
  return linkFailures.find((failure) => failure === kept) ?? "error";
}
