import {
  inPage,
  navigate,
  open,
  settle,
  step,
  type BrowserSession,
  type Sign,
} from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { placeOfCompany, unknownShape, type Entry } from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { understood } from "../parse/understood.ts";
import { codes, Companies, Owned } from "../portal.ts";
import { call, companyData, type Api } from "./api.ts";

type Shown = "inside" | "variant" | "rejected" | "blocked" | "busy";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Shown, Sign> = {
  rejected: { text: "Credenciales no válidas" },
  blocked: { text: "Usuario bloqueado por seguridad" },
  busy: { text: "Ya existe una sesión iniciada con este usuario" },
  variant: { selector: "#mercados" },
  inside: { selector: "#app" },
};

export interface Login extends Entry {
  session: BrowserSession;
  baseUrl: string;
  /** Told where the data of the opened company are. */
  onCompany(api: Api, companyId: string): void;
}

/** From the login form to the wanted company's data. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  await open(session, `${login.baseUrl}/entrar`);
  await sendCredential(login);
  const shown = await settle(session, session.page, answers);
  switch (shown) {
    case "inside":
      return openCompany(login);
    case "variant":
      return { kind: "variant_unsupported" };
    case "rejected":
    case "blocked":
    case "busy":
    case "unknown":
      return { kind: shown };
  }
}

async function sendCredential({ session, credential, onSend }: Login): Promise<void> {
  const { page } = session;
  const { rut = "", clave = "" } = credential;
  await step(session, "fill the login form", async () => {
    await page.getByLabel("RUT").fill(rut);
    await page.getByLabel("Contraseña").fill(clave);
  });
  onSend();
  await navigate(session, page.mainFrame(), () =>
    page.getByRole("button", { name: "Iniciar sesión" }).click(),
  );
}

async function openCompany(login: Login): Promise<LoginOutcome> {
  const { session, baseUrl, companyRut, credential } = login;
  const token = await keptToken(session);
  if (token === null) throw unknownShape("a session without a token");
  // The application asks for data by itself and may leave its page; this one stays as it is.
  await open(session, `${baseUrl}/entrar`);
  const api = { session, baseUrl, token };

  const answer = await call(api, "/empresas");
  // Thrown out between two steps of the login: somebody else came in.
  if (answer.codigo === codes.ended) return { kind: "busy" };
  if (answer.codigo === codes.variant) return { kind: "variant_unsupported" };
  if (answer.codigo !== codes.ok) throw unknownShape("a refusal that is not known");
  const { empresas } = understood(Companies, answer);
  const offered = empresas.map(({ rut }) => parseRut(rut));
  const place = placeOfCompany(offered, companyRut ?? credential["empresa"] ?? null);
  const [company, rut] = [empresas[place], offered[place]];
  if (company === undefined || rut === undefined || rut === null) {
    return { kind: "company_not_offered" };
  }
  const accounts = await companyData(api, `/empresas/${company.id}/cuentas`, rut);
  const { titular } = understood(Owned, accounts);
  login.onCompany(api, company.id);
  return { kind: "ok", company: { rut, razonSocial: titular.nombre } };
}

/** The portal keeps its session in the tab, and nowhere else. */
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
