import { loginForm, navigate, step, type BrowserSession, type Sign } from "#lib/browser/index.ts";
import {
  enterPortal,
  onlyCompany,
  openedCompany,
  placeOfCompany,
  wantedCompany,
  type Entry,
  type EntryRefusal,
  type Site,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { parseTitular } from "../parse/texts.ts";
import { awaitApproval } from "./await-approval.ts";
import { shownPage } from "./shown-page.ts";

type Answer = EntryRefusal | "approval";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "Los datos de acceso no corresponden" },
  blocked: { text: "Acceso bloqueado" },
  busy: { text: "El usuario registra una sesión vigente" },
  approval: { selector: "#estado[data-estado]" },
};

type Login = Site<BrowserSession> & Entry;

/** The queue does longer waits: the job comes back after a pause, and asks the device again. */
const defaultApprovalWaitMs = minuteMs;

/** From the login form, through the device, to the wanted company's pages. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { rut = "", clave = "" } = login.credential;
  const form = loginForm(login, {
    path: "/ingreso",
    async fill(page) {
      await page.getByLabel("RUT").fill(rut);
      await page.getByLabel("Clave").fill(clave);
    },
    send: (page) => page.getByRole("button", { name: "Continuar" }).click(),
    answers,
  });
  return enterPortal(login, form, {
    approval: () => afterApproval(login),
  });
}

async function afterApproval(login: Login): Promise<LoginOutcome> {
  const { session, approvalWaitMs = defaultApprovalWaitMs } = login;
  await login.onApproval();
  const entered = await awaitApproval(session, approvalWaitMs);
  switch (entered) {
    case "companies":
      return chooseCompany(login);
    case "inside":
      // A person with only one company is not asked to choose: it is already on the page.
      return onlyCompany((await firstPage(session)).company, wantedCompany(login));
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
  const place = placeOfCompany(offered, wantedCompany(login));
  if (place === -1) return { kind: "company_not_offered" };
  await step(session, "choose the company", () => labels.nth(place).locator("input").check());
  await navigate(session, page.mainFrame(), () =>
    page.locator("form#empresas").getByRole("button").click(),
  );
  return openedCompany(await firstPage(session), offered[place] ?? null);
}

async function firstPage(session: BrowserSession) {
  const { asksToLogIn, titular } = await step(session, "read the first page", () =>
    shownPage(session.page),
  );
  return { asksToLogIn, company: parseTitular(titular ?? "") };
}
