import type { Page } from "playwright-core";
import { loginForm, navigate, step, type PortalSite, type Sign } from "#lib/browser/index.ts";
import {
  enterPortal,
  openedCompany,
  placeOfCompany,
  wantedCompany,
  type Entry,
  type EntryRefusal,
} from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { parseTitular, rutOfChoice } from "../parse/titular.ts";
import { shownPage } from "./shown-page.ts";

type Answer = EntryRefusal | "inside" | "variant" | "keypad_expired";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "RUT o clave incorrectos" },
  blocked: { text: "Su clave fue bloqueada" },
  busy: { text: "Usted mantiene una sesión activa" },
  keypad_expired: { text: "El teclado virtual caducó" },
  variant: { selector: "#corporativa" },
  inside: { selector: "#titular" },
};

interface Login extends Entry, PortalSite {
  /** Called when the session belongs to the other portal, which has its own log-out. */
  onVariant(): void;
}

/** From the login form to the wanted company's pages. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { rut = "", clave = "" } = login.credential;
  // The keypad only has digits: no other password can be typed.
  if (!/^\d{1,8}$/.test(clave)) return { kind: "rejected" };
  const form = loginForm(login, {
    path: "/acceso",
    async fill(page) {
      await page.fill("#rut", rut);
      await typeOnKeypad(page, clave);
    },
    send: (page) => page.getByRole("button", { name: "Entrar" }).click(),
    answers,
  });
  return enterPortal(login, form, {
    inside: () => chooseCompany(login),
    variant() {
      login.onVariant();
      return { kind: "variant_unsupported" };
    },
    // The portal judged nothing: later, on a new keypad, the same credential is fine.
    keypad_expired: () => ({ kind: "maintenance" }),
  });
}

/** The keys change places on every load, so each is found by the digit that it shows. */
async function typeOnKeypad(page: Page, clave: string): Promise<void> {
  const keypad = page.getByRole("group", { name: "Teclado virtual" });
  for (const digit of clave) {
    await keypad.getByRole("button", { name: digit, exact: true }).click();
  }
}

/** The first company is already chosen: only its RUT tells whether it is the wanted one. */
async function chooseCompany(login: Login): Promise<LoginOutcome> {
  const { session } = login;
  const { page } = session;
  const first = await step(session, "read the companies", () => shownPage(page));
  const offered = first.companies.map(({ text }) => rutOfChoice(text));
  const place = placeOfCompany(offered, wantedCompany(login));
  const choice = first.companies[place];
  if (choice === undefined) return { kind: "company_not_offered" };
  if (first.companies.length > 1) {
    await step(session, "choose the company", () => page.selectOption("#empresa", choice.value));
    await navigate(session, page.mainFrame(), () =>
      page.getByRole("button", { name: "Cambiar" }).click(),
    );
  }
  const shown = await step(session, "read the first page", () => shownPage(page));
  const { asksToLogIn, titular } = shown;
  return openedCompany(
    { asksToLogIn, company: parseTitular(titular ?? "") },
    offered[place] ?? null,
  );
}
