import {
  inPage,
  loginForm,
  navigate,
  readPrinted,
  step,
  type BrowserSession,
  type PortalSite,
  type Sign,
} from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import {
  enterPortal,
  onlyCompany,
  openedCompany,
  placeOfCompany,
  wantedCompany,
  type Entry,
  type EntryRefusal,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { shownPage } from "./shown-page.ts";

type Answer = EntryRefusal | "variant" | "companies" | "inside";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { selector: "#lblError", text: "RUT o clave de acceso no válidos" },
  blocked: { selector: "#lblError", text: "Acceso bloqueado por seguridad" },
  busy: { selector: "#lblError", text: "El usuario mantiene una conexión vigente" },
  variant: { path: "/Patrimonio/" },
  companies: { selector: "#ddlEmpresa" },
  // A person with only one company is not asked to choose.
  inside: { selector: "#lblRutEmpresa" },
};

type Login = Entry & PortalSite;

/** From the login form to the chosen company's first page. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { rut = "", clave = "" } = login.credential;
  const [number = "", digit = ""] = (parseRut(rut) ?? rut).split("-");
  const form = loginForm(login, {
    path: "/Ingreso.aspx",
    async fill(page) {
      await page.fill("#txtRut", number);
      await page.fill("#txtDv", digit);
      await page.fill("#txtClave", clave);
    },
    send: (page) => page.click("#btnIngresar"),
    answers,
  });
  return enterPortal(login, form, {
    companies: () => chooseCompany(login),
    inside: async () => onlyCompany((await firstPage(login.session)).company, wantedCompany(login)),
    variant: () => ({ kind: "variant_unsupported" }),
  });
}

async function chooseCompany(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  const { selects } = await step(session, "read the companies", () =>
    readPrinted(session.page, { selects: { companies: "#ddlEmpresa" } }),
  );
  const offered = selects.companies.map(({ text }) => parseRut(text.split(" - ").at(-1) ?? ""));
  const place = placeOfCompany(offered, wantedCompany(login));
  const choice = selects.companies[place];
  if (choice === undefined) return { kind: "company_not_offered" };
  await navigate(session, session.page.mainFrame(), () =>
    inPage(session.page, sendChoice, choice.value),
  );
  return openedCompany(await firstPage(session), offered[place] ?? null);
}

async function firstPage(session: BrowserSession) {
  const { texts } = await shownPage(session);
  const rut = parseRut(texts.rut ?? "");
  const company = rut === null ? null : { rut, razonSocial: texts.razonSocial };
  return { asksToLogIn: texts.login !== null, company };
}

/** Runs inside the page. */
function sendChoice(value: string): void {
  const { document } = globalThis as unknown as {
    document: { querySelector(selector: string): { value: string; click(): void } | null };
  };
  const list = document.querySelector("#ddlEmpresa");
  if (list !== null) list.value = value;
  document.querySelector("#btnContinuar")?.click();
}
