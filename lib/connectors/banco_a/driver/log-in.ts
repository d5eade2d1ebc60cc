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
import { AppError } from "#lib/kernel/errors/index.ts";
import { placeOfCompany, unknownShape, type Entry } from "#lib/contract/bank/index.ts";
import type { Company, LoginOutcome } from "#lib/contract/index.ts";
import { contentFrame, framesLoaded } from "./pages.ts";
import { shownPage } from "./shown-page.ts";

type Shown = "companies" | "rejected" | "blocked" | "busy";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const entries: Record<Shown, Sign> = {
  rejected: { text: "El RUT o la clave ingresados no son correctos" },
  blocked: { text: "Su clave se encuentra bloqueada" },
  busy: { text: "Ya existe una sesión activa para este usuario" },
  companies: { text: "Seleccione la empresa a operar", selector: "table.datos form" },
};

export interface Login extends Entry {
  session: BrowserSession;
  baseUrl: string;
}

/** From the login form to the chosen company's first page. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  await open(session, login.baseUrl);
  await sendCredential(login);
  const entry = await settle(session, session.page, entries);
  switch (entry) {
    case "companies":
      return chooseCompany(login);
    case "rejected":
    case "blocked":
    case "busy":
    case "unknown":
      return { kind: entry };
  }
}

async function sendCredential(login: Login): Promise<void> {
  const { session } = login;
  const { page } = session;
  const { rut = "", clave = "" } = login.credential;
  await step(session, "fill the login form", async () => {
    await page.fill("form[name='ingreso'] #rut", rut);
    await page.fill("form[name='ingreso'] #clave", clave);
  });
  login.onSend();
  await navigate(session, page.mainFrame(), () =>
    page.click("form[name='ingreso'] [type='submit']"),
  );
}

async function chooseCompany({ session, companyRut, credential }: Login): Promise<LoginOutcome> {
  const top = session.page.mainFrame();
  const offered = await step(session, "read the companies", () => inPage(top, companyRuts, null));
  const ruts = offered.map(parseRut);
  const place = placeOfCompany(ruts, companyRut ?? credential["empresa"] ?? null);
  if (place === -1) return { kind: "company_not_offered" };
  await navigate(session, top, () => inPage(top, chooseCompanyAt, place));
  const shown = await settle(session, session.page, {
    frames: { selector: "frame[name='contenido']" },
    ended: { selector: "form[name='ingreso']" },
  });
  switch (shown) {
    case "frames":
      return { kind: "ok", company: await shownCompany(session, ruts[place] ?? null) };
    case "ended":
      // Thrown out between two pages of the login: somebody else came in.
      return { kind: "busy" };
    case "unknown":
      return { kind: "unknown" };
  }
}

/** The portal keeps the choice on its own side: what its first page shows is what counts. */
async function shownCompany(session: BrowserSession, chosen: string | null): Promise<Company> {
  await framesLoaded(session);
  const { company } = await step(session, "read the first page", () =>
    shownPage(contentFrame(session)),
  );
  const rut = parseRut(company?.rut ?? "");
  if (company === null || rut === null) throw unknownShape("a first page that names no company");
  if (rut !== chosen) throw new AppError("connection_identity_mismatch");
  return { rut, razonSocial: company.razonSocial };
}

interface Row {
  cells: ArrayLike<{ textContent: string }>;
  querySelector(selector: string): { click(): void } | null;
}
interface CompanyList {
  querySelectorAll(selector: string): Iterable<Row>;
}

/** Runs inside the page. The rows that can be chosen, by their second column. */
function companyRuts(): string[] {
  const { document } = globalThis as unknown as { document: CompanyList };
  const rows = Array.from(document.querySelectorAll("table.datos tr")).filter(
    (row) => row.querySelector("form") !== null,
  );
  return rows.map((row) => (row.cells[1]?.textContent ?? "").trim());
}

/** Runs inside the page. */
function chooseCompanyAt(place: number): void {
  const { document } = globalThis as unknown as { document: CompanyList };
  const rows = Array.from(document.querySelectorAll("table.datos tr")).filter(
    (row) => row.querySelector("form") !== null,
  );
  rows[place]?.querySelector("[type='submit']")?.click();
}
