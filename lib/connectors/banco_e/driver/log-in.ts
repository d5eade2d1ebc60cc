import {
  navigate,
  open,
  settle,
  step,
  type BrowserSession,
  type Sign,
} from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { placeOfCompany, unknownShape, type Entry } from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { parseTitular } from "../parse/titular.ts";
import { awaitApproval } from "./await-approval.ts";
import { shownPage } from "./shown.ts";

type Answer = "approval" | "rejected" | "blocked" | "busy";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "Los datos de acceso no corresponden" },
  blocked: { text: "Acceso bloqueado" },
  busy: { text: "El usuario registra una sesión vigente" },
  approval: { selector: "#estado[data-estado]" },
};

export interface Login extends Entry {
  session: BrowserSession;
  baseUrl: string;
  /** The longest wait for a person to approve on the device. */
  approvalWaitMs: number;
}

/** From the login form, over the device, to the wanted company's pages. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  await open(session, `${login.baseUrl}/ingreso`);
  await sendCredential(login);
  const answer = await settle(session, session.page, answers);
  switch (answer) {
    case "approval":
      return afterApproval(login);
    case "rejected":
    case "blocked":
    case "busy":
    case "unknown":
      return { kind: answer };
  }
}

async function sendCredential({ session, credential, onSend }: Login): Promise<void> {
  const { page } = session;
  const { rut = "", clave = "" } = credential;
  await step(session, "fill the login form", async () => {
    await page.getByLabel("RUT").fill(rut);
    await page.getByLabel("Clave").fill(clave);
  });
  onSend();
  await navigate(session, page.mainFrame(), () =>
    page.getByRole("button", { name: "Continuar" }).click(),
  );
}

async function afterApproval(login: Login): Promise<LoginOutcome> {
  const entered = await awaitApproval(login.session, login.approvalWaitMs);
  switch (entered) {
    case "companies":
      return chooseCompany(login);
    case "inside":
      return onlyCompany(login);
    case "variant_unsupported":
    case "busy":
    case "blocked":
    case "approval_pending":
    case "unknown":
      return { kind: entered };
  }
}

async function chooseCompany(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  const { page } = session;
  const labels = page.locator("form#empresas label");
  const texts = await step(session, "read the companies", () => labels.allInnerTexts());
  const offered = texts.map((text) => parseTitular(text.trim())?.rut ?? null);
  const place = placeOfCompany(offered, wanted(login));
  if (place === -1) return { kind: "company_not_offered" };
  await step(session, "choose the company", () => labels.nth(place).locator("input").check());
  await navigate(session, page.mainFrame(), () =>
    page.locator("form#empresas").getByRole("button").click(),
  );
  return shownCompany(session, offered[place] ?? null);
}

/** Who operates one company is not asked for it: it is on the page already. */
async function onlyCompany(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  const { titular } = await step(session, "read the first page", () => shownPage(session.page));
  const company = parseTitular(titular ?? "");
  if (company === null) throw unknownShape("a first page that names no company");
  const place = placeOfCompany([company.rut], wanted(login));
  return place === 0 ? { kind: "ok", company } : { kind: "company_not_offered" };
}

async function shownCompany(session: BrowserSession, chosen: string | null): Promise<LoginOutcome> {
  const shown = await step(session, "read the first page", () => shownPage(session.page));
  // Thrown out between two pages of the login: somebody else came in.
  if (shown.asksToLogIn) return { kind: "busy" };
  const company = parseTitular(shown.titular ?? "");
  if (company === null) throw unknownShape("a first page that names no company");
  if (company.rut !== chosen) throw new AppError("connection_identity_mismatch");
  return { kind: "ok", company };
}

function wanted({ companyRut, credential }: Login): string | null {
  return companyRut ?? credential["empresa"] ?? null;
}
