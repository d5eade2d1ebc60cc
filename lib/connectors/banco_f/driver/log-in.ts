import {
  inPage,
  loginForm,
  openAddress,
  step,
  type BrowserSession,
  type PortalSite,
  type Sign,
} from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import {
  enterPortal,
  parseAnswer,
  placeOfCompany,
  unknownShape,
  wantedCompany,
  type Entry,
  type EntryRefusal,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { codes, Companies, Owned } from "../portal.ts";
import { call, companyData, type Api } from "./api.ts";

type Answer = EntryRefusal | "inside" | "variant";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "Credenciales no válidas" },
  blocked: { text: "Usuario bloqueado por seguridad" },
  busy: { text: "Ya existe una sesión iniciada con este usuario" },
  variant: { selector: "#mercados" },
  inside: { selector: "#app" },
};

interface Login extends Entry, PortalSite {
  /** Called with where the opened company's data is. */
  onCompany(api: Api, companyId: string): void;
}

/** From the login form to the wanted company's data. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { rut = "", clave = "" } = login.credential;
  const form = loginForm(login, {
    path: "/entrar",
    async fill(page) {
      await page.getByLabel("RUT").fill(rut);
      await page.getByLabel("Contraseña").fill(clave);
    },
    send: (page) => page.getByRole("button", { name: "Iniciar sesión" }).click(),
    answers,
  });
  return enterPortal(login, form, {
    inside: () => openCompany(login),
    variant: () => ({ kind: "variant_unsupported" }),
  });
}

async function openCompany(login: Login): Promise<LoginOutcome> {
  const { session, baseUrl } = login;
  const token = await keptToken(session);
  if (token === null) throw unknownShape("a session without a token");
  // The application requests data by itself and may leave its page; this page does not change.
  await openAddress(session, `${baseUrl}/entrar`);
  const api = { session, baseUrl, token };

  const answer = await call(api, "/empresas");
  // Logged out between two steps of the login: somebody else logged in.
  if (answer.codigo === codes.ended) return { kind: "busy" };
  if (answer.codigo === codes.variant) return { kind: "variant_unsupported" };
  if (answer.codigo !== codes.ok) throw unknownShape("a refusal that is not known");
  const { empresas } = parseAnswer(Companies, answer);
  const offered = empresas.map(({ rut }) => parseRut(rut));
  const place = placeOfCompany(offered, wantedCompany(login));
  const [company, rut] = [empresas[place], offered[place]];
  if (company === undefined || rut === undefined || rut === null) {
    return { kind: "company_not_offered" };
  }
  const accounts = await companyData(api, `/empresas/${company.id}/cuentas`, rut);
  const { titular } = parseAnswer(Owned, accounts);
  login.onCompany(api, company.id);
  return { kind: "ok", company: { rut, razonSocial: titular.nombre } };
}

/** The portal keeps its session only in the tab. */
export async function keptToken(session: BrowserSession): Promise<string | null> {
  return step(session, "find the session", () => inPage(session.page, readToken, "bf.token"));
}

/** Runs inside the page. */
function readToken(name: string): string | null {
  const { sessionStorage } = globalThis as unknown as {
    sessionStorage: { getItem(name: string): string | null };
  };
  return sessionStorage.getItem(name);
}
