import type { KnownLogin } from "../../system/credentials.ts";
import { allScopes, type Scope } from "./scopes.ts";

export const mailHost = "correo.sandbox.test";
const password = "clave-correo";
const furtherAccounts = 20;

/** A person with a mailbox. `user` is the mail address. */
export interface MailPerson extends KnownLogin {
  name: string;
  leadsTo: "ok" | "wrong_password" | "account_blocked" | "revoked" | "read_only" | "send_only";
  /** The password to type; for `wrong_password` it is not the real one. */
  typed: string;
  /** What the listed refresh token allows. */
  granted: readonly Scope[];
}

export function mailPeople(): MailPerson[] {
  const person = (
    local: string,
    name: string,
    leadsTo: MailPerson["leadsTo"] = "ok",
    granted: readonly Scope[] = allScopes,
  ): MailPerson => ({
    user: `${local}@${mailHost}`,
    password,
    typed: leadsTo === "wrong_password" ? "no-es-la-clave" : password,
    companies: [],
    blocked: leadsTo === "account_blocked",
    name,
    leadsTo,
    granted,
  });
  return [
    person("ana.soto", "Ana Soto"),
    person("ventas", "Ventas Ñuble"),
    person("pedro.rios", "Pedro Ríos", "wrong_password"),
    person("bloqueada", "Cuenta Bloqueada", "account_blocked"),
    person("revocada", "Cuenta Revocada", "revoked"),
    person("lectura", "Solo Lectura", "read_only", ["buzon.leer"]),
    person("envio", "Solo Envío", "send_only", ["buzon.enviar"]),
    ...Array.from({ length: furtherAccounts }, (_, index) =>
      person(`cuenta${index + 1}`, `Cuenta ${index + 1}`),
    ),
  ];
}
