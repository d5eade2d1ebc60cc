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
import { parseTitular, rutOfChoice } from "../parse/titular.ts";
import { shownPage } from "./shown-page.ts";

type Answer = "inside" | "variant" | "rejected" | "blocked" | "busy" | "keypad_expired";

/** What the portal shows after the login form was sent. README.md lists the same texts. */
const answers: Record<Answer, Sign> = {
  rejected: { text: "RUT o clave incorrectos" },
  blocked: { text: "Su clave fue bloqueada" },
  busy: { text: "Usted mantiene una sesión activa" },
  keypad_expired: { text: "El teclado virtual caducó" },
  variant: { selector: "#corporativa" },
  inside: { selector: "#titular" },
};

export interface Login extends Entry {
  session: BrowserSession;
  baseUrl: string;
  /** Told that the session is one of the other portal, which has an exit of its own. */
  onVariant(): void;
}

/** From the login form to the wanted company's pages. */
export async function logIn(login: Login): Promise<LoginOutcome> {
  const { session, credential } = login;
  // The keypad has digits and nothing else: the portal could not be told any other.
  if (!/^\d{1,8}$/.test(credential["clave"] ?? "")) return { kind: "rejected" };
  await open(session, `${login.baseUrl}/acceso`);
  await sendCredential(login);
  const answer = await settle(session, session.page, answers);
  switch (answer) {
    case "inside":
      return chooseCompany(login);
    case "variant":
      login.onVariant();
      return { kind: "variant_unsupported" };
    case "keypad_expired":
      // Nothing was judged: with a new keypad, later, the same credential is good.
      return { kind: "maintenance" };
    case "rejected":
    case "blocked":
    case "busy":
    case "unknown":
      return { kind: answer };
  }
}

/** The keys change their places on every load: each is found by the digit that it shows. */
async function sendCredential({ session, credential, onSend }: Login): Promise<void> {
  const { page } = session;
  const { rut = "", clave = "" } = credential;
  await step(session, "fill the login form", async () => {
    await page.fill("#rut", rut);
    const keypad = page.getByRole("group", { name: "Teclado virtual" });
    for (const digit of clave) {
      await keypad.getByRole("button", { name: digit, exact: true }).click();
    }
  });
  onSend();
  await navigate(session, page.mainFrame(), () =>
    page.getByRole("button", { name: "Entrar" }).click(),
  );
}

/** A company is chosen already, the first one: only its RUT tells whether it is the wanted one. */
async function chooseCompany(login: Login): Promise<LoginOutcome> {
  const { session, companyRut, credential } = login;
  const { page } = session;
  const first = await step(session, "read the companies", () => shownPage(page));
  const offered = first.companies.map(({ text }) => rutOfChoice(text));
  const place = placeOfCompany(offered, companyRut ?? credential["empresa"] ?? null);
  const choice = first.companies[place];
  if (choice === undefined) return { kind: "company_not_offered" };
  if (first.companies.length > 1) {
    await step(session, "choose the company", () => page.selectOption("#empresa", choice.value));
    await navigate(session, page.mainFrame(), () =>
      page.getByRole("button", { name: "Cambiar" }).click(),
    );
  }
  const shown = await step(session, "read the first page", () => shownPage(page));
  // Thrown out between two pages of the login: somebody else came in.
  if (shown.asksToLogIn) return { kind: "busy" };
  const company = parseTitular(shown.titular ?? "");
  if (company === null) throw unknownShape("a first page that names no company");
  if (company.rut !== offered[place]) throw new AppError("connection_identity_mismatch");
  return { kind: "ok", company };
}
