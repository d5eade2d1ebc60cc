import {
  inPage,
  loginForm,
  navigate,
  waitForOutcome,
  step,
  type BrowserSession,
  type PortalSite,
  type Sign,
} from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import {
  enterPortal,
  openedCompany,
  placeOfCompany,
  wantedCompany,
  type Entry,
  type EntryRefusal,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { contentFrame, framesLoaded } from "./pages.ts";
import { shownPage } from "./shown-page.ts";

type Answer = EntryRefusal | "companies";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "El RUT o la clave ingresados no son correctos" },
  blocked: { text: "Su clave se encuentra bloqueada" },
  busy: { text: "Ya existe una sesión activa para este usuario" },
  companies: { text: "Seleccione la empresa a operar", selector: "table.datos form" },
};

type Login = Entry & PortalSite;

/** From the login form to the chosen company's first page. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { rut = "", clave = "" } = login.credential;
  const form = loginForm(login, {
    path: "",
    async fill(page) {
      await page.fill("form[name='ingreso'] #rut", rut);
      await page.fill("form[name='ingreso'] #clave", clave);
    },
    send: (page) => page.click("form[name='ingreso'] [type='submit']"),
    answers,
  });
  return enterPortal(login, form, {
    companies: () => chooseCompany(login),
  });
}

async function chooseCompany(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  const top = session.page.mainFrame();
  const offered = await step(session, "read the companies", () => inPage(top, companyRuts, null));
  const ruts = offered.map(parseRut);
  const place = placeOfCompany(ruts, wantedCompany(login));
  if (place === -1) return { kind: "company_not_offered" };
  await navigate(session, top, () => inPage(top, chooseCompanyAt, place));
  const shown = await waitForOutcome(session, session.page, {
    frames: { selector: "frame[name='contenido']" },
    ended: { selector: "form[name='ingreso']" },
  });
  if (shown === "unknown") return { kind: "unknown" };
  const asksToLogIn = shown === "ended";
  const company = asksToLogIn ? null : await shownCompany(session);
  return openedCompany({ asksToLogIn, company }, ruts[place] ?? null);
}

/** The portal stores the choice on its side: what its first page shows is what counts. */
async function shownCompany(session: BrowserSession) {
  await framesLoaded(session);
  const { company } = await step(session, "read the first page", () =>
    shownPage(contentFrame(session)),
  );
  const rut = parseRut(company?.rut ?? "");
  return company === null || rut === null ? null : { rut, razonSocial: company.razonSocial };
}

interface Row {
  cells: ArrayLike<{ textContent: string }>;
  querySelector(selector: string): { click(): void } | null;
}
interface CompanyList {
  querySelectorAll(selector: string): Iterable<Row>;
}

/** Runs inside the page. Returns the second column of the rows that can be chosen. */
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
