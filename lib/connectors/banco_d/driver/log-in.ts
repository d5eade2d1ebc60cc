import {
  inPage,
  navigate,
  open,
  readPrinted,
  settle,
  step,
  type BrowserSession,
  type Sign,
} from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { placeOfCompany, unknownShape, type Entry } from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { shownPage } from "./pages.ts";

type Shown = "rejected" | "blocked" | "busy" | "variant" | "companies" | "inside";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const entries: Record<Shown, Sign> = {
  rejected: { selector: "#lblError", text: "RUT o clave de acceso no válidos" },
  blocked: { selector: "#lblError", text: "Acceso bloqueado por seguridad" },
  busy: { selector: "#lblError", text: "El usuario mantiene una conexión vigente" },
  variant: { path: "/Patrimonio/" },
  companies: { selector: "#ddlEmpresa" },
  // Who operates one company is not asked for it.
  inside: { selector: "#lblRutEmpresa" },
};

/** From the login form to the chosen company's first page. */
export async function logIn(
  session: BrowserSession,
  baseUrl: string,
  entry: Entry,
): Promise<LoginOutcome> {
  await open(session, `${baseUrl}/Ingreso.aspx`);
  await sendCredential(session, entry);
  const shown = await settle(session, session.page, entries);
  switch (shown) {
    case "companies":
      return chooseCompany(session, wantedBy(entry));
    case "inside":
      return enterOnly(session, wantedBy(entry));
    case "variant":
      return { kind: "variant_unsupported" };
    case "rejected":
    case "blocked":
    case "busy":
    case "unknown":
      return { kind: shown };
  }
}

async function sendCredential(session: BrowserSession, entry: Entry): Promise<void> {
  const { page } = session;
  const { rut = "", clave = "" } = entry.credential;
  const [number = "", digit = ""] = (parseRut(rut) ?? rut).split("-");
  await step(session, "fill the login form", async () => {
    await page.fill("#txtRut", number);
    await page.fill("#txtDv", digit);
    await page.fill("#txtClave", clave);
  });
  entry.onSend();
  await navigate(session, page.mainFrame(), () => page.click("#btnIngresar"));
}

async function chooseCompany(
  session: BrowserSession,
  wanted: string | null,
): Promise<LoginOutcome> {
  const { selects } = await step(session, "read the companies", () =>
    readPrinted(session.page, { selects: { companies: "#ddlEmpresa" } }),
  );
  const offered = selects.companies.map(({ text }) => parseRut(text.split(" - ").at(-1) ?? ""));
  const place = placeOfCompany(offered, wanted);
  const choice = selects.companies[place];
  if (choice === undefined) return { kind: "company_not_offered" };
  await navigate(session, session.page.mainFrame(), () =>
    inPage(session.page, sendChoice, choice.value),
  );
  const company = await shownCompany(session);
  if (company.rut !== offered[place]) throw new AppError("connection_identity_mismatch");
  return { kind: "ok", company };
}

async function enterOnly(session: BrowserSession, wanted: string | null): Promise<LoginOutcome> {
  const company = await shownCompany(session);
  if (placeOfCompany([company.rut], wanted) === -1) return { kind: "company_not_offered" };
  return { kind: "ok", company };
}

async function shownCompany(session: BrowserSession) {
  const { texts } = await shownPage(session);
  const rut = parseRut(texts.rut ?? "");
  if (rut === null) throw unknownShape("a first page that names no company");
  return { rut, razonSocial: texts.razonSocial };
}

function wantedBy({ companyRut, credential }: Entry): string | null {
  return companyRut ?? credential["empresa"] ?? null;
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
