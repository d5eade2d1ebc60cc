import type { Issue } from "#lib/kernel/errors/index.ts";

const maxLength = 2_000;

/** An address that a person is sent to must be plain https, complete and without a login in it. */
export function returnAddressIssue(text: string): Issue | null {
  const issue = (message: string): Issue => ({
    path: ["volverA"],
    code: "wrong_format",
    message,
  });
  if (text.length > maxLength) return issue(`Longer than ${maxLength} characters`);
  // URL.parse would silently drop tabs and line breaks.
  if (/[\s\p{Cc}\\]/u.test(text)) return issue("An address has no spaces");
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:") return issue("Not an https address");
  if (url.username !== "" || url.password !== "") return issue("An address holds no login");
  return null;
}

/** The result with which a person is sent back to the place they came from. */
export type ReturnState =
  | "conectado"
  | "cancelado"
  | "vencido"
  | "usado"
  | "agotado"
  | "bloqueado"
  | "en_pausa"
  | "error";

/** Where a page sends the person, including what the place is told. */
export function returnUrlOf(volverA: string, linkId: string, state: ReturnState): string {
  const url = new URL(volverA);
  url.searchParams.set("enlace", linkId);
  url.searchParams.set("estado", state);
  return url.href;
}
