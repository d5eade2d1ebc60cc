import { refusalWords } from "#lib/contract/index.ts";

/** How a try may end that connects nothing. The page has a text for each. */
const linkFailures = [
  ...Object.values(refusalWords),
  "otra_empresa",
  "portal_ocupado",
  "aprobacion_pendiente",
  "portal_caido",
  "variante_no_soportada",
  "error",
] as const;
export type LinkFailure = (typeof linkFailures)[number];

/** Tries that a link allows: a portal locks the account after few wrong passwords. */
export const maxAttempts = 5;

/** The password was not tried, so the try is returned. */
const notTried: readonly LinkFailure[] = ["portal_ocupado", "portal_caido"];

export function countsAsAttempt(failure: LinkFailure): boolean {
  return !notTried.includes(failure);
}

/** What is kept is a word of ours; one that is not known any more is a plain error. */
export function linkFailureOf(kept: string | null): LinkFailure | null {
  if (kept === null) return null;
  return linkFailures.find((failure) => failure === kept) ?? "error";
}
