import type { BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  placeOfCompany,
  unknownShape,
  wantedCompany,
  type Entry,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { companyParts, partIn, textIn } from "../parse/envelope.ts";
import type { Xml } from "../parse/xml.ts";
import { codes } from "../portal.ts";
import type { Service } from "./service.ts";

interface Login extends Entry {
  session: BrowserSession;
  service: Service;
}

/** From the portal's page to the chosen company. README.md lists the same numbers. */
export async function logInByForm(login: Login): Promise<LoginOutcome> {
  const { session, service, credential } = login;
  await service.start(session);
  const { rut = "", clave = "" } = credential;
  await login.onSend();
  const fields = { rut: parseRut(rut) ?? rut, clave };
  const { codigo, partes } = await service.begin(session, "sesion.abrir", fields);
  switch (codigo) {
    case codes.done:
      service.enter(textIn(partes, "marca"));
      return choose(login, partIn(partes, "empresas").children);
    case codes.rejected:
      return { kind: "rejected" };
    case codes.blocked:
      return { kind: "blocked" };
    case codes.busy:
      return { kind: "busy" };
    default:
      return { kind: "unknown" };
  }
}

async function choose(login: Login, companies: readonly Xml[]): Promise<LoginOutcome> {
  const { session, service } = login;
  const offered = companies.map(({ children }) => parseRut(textIn(children, "rut")));
  const rut = offered[placeOfCompany(offered, wantedCompany(login))];
  if (rut === undefined || rut === null) return { kind: "company_not_offered" };
  const answer = await service.call(session, "empresa.elegir", { rut });
  // Logged out between two calls of the login: somebody else logged in.
  if (answer.codigo === codes.ended) return { kind: "busy" };
  const { children } = partIn(companyParts(answer, rut), "titular");
  if (parseRut(textIn(children, "rut")) !== rut) throw new AppError("connection_identity_mismatch");
  const razonSocial = textIn(children, "nombre");
  if (razonSocial === "") throw unknownShape("a company without a name");
  return { kind: "ok", company: { rut, razonSocial } };
}
