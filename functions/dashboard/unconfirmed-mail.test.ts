import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import {
  codeIn,
  hiddenOf,
  mailsOf,
  visitor,
  type Page,
  type Visitor,
} from "#tests/support/scenes/visitor.ts";

const password = "cuatro palabras al azar";
let api: TestApi;
let dashboard: TestDashboard;
let advance: (seconds: number) => void;
let close: () => Promise<void>;
let mail: string;
let count = 0;

beforeAll(async () => {
  ({ api, dashboard, advance, close } = await emptyDashboard());
});
afterAll(() => close());
beforeEach(() => {
  mail = `ana${(count += 1)}@maule.example`;
});

const signUp = (by: Visitor, correo = mail, clave = password) =>
  by.submit("/login/registro", "/login/registro", { nombre: "Ana Soto", correo, clave });
const signIn = (by: Visitor, correo = mail, clave = password) =>
  by.submit("/login", "/login", { correo, clave });
const verify = (by: Visitor, codigo: string) =>
  by.submit("/login/verificar", "/login/verificar", { codigo });
const newestCode = async () => codeIn((await mailsOf(api, dashboard, mail)).at(-1));
const codePath = "/login/verificar/codigo";
/** The form with which a refusal offers a code. */
const askForCode = (by: Visitor, refused: Page | undefined) =>
  by.post(codePath, hiddenOf(refused?.text ?? "", codePath));

test("signing up, and then in, tells nobody whether the mail has an account", async () => {
  const planted = "la frase de quien pregunta";
  const asked = async (to: string) => {
    const by = visitor(dashboard.app);
    const answers = [await signUp(by, to, planted)];
    for (let n = 0; n < 6; n += 1) answers.push(await signIn(by, to, planted));
    answers.push(await askForCode(by, answers[1]));
    return answers.map(({ status, text, location }) => ({
      status,
      location,
      text: text
        .replace(/name="sello" value="[^"]+"/g, "")
        .replace(/\d\d:\d\d/g, "HORA")
        .replaceAll(to, "MAIL"),
    }));
  };
  const person = { email: mail, name: "Ana Soto", password, emailVerified: true };
  await dashboard.deps.auth.createPerson(person);
  const known = await asked(mail);
  expect(known.map(({ status }) => status)).toEqual([303, 422, 422, 422, 422, 422, 422, 429]);
  expect(known[6]?.text).toContain("En pausa hasta las");
  expect(known).toEqual(await asked(`nueva-${mail}`));
});

test("a person who has not confirmed the mail finds the way to a code where they are refused", async () => {
  await signUp(visitor(dashboard.app));
  advance(61);
  const elsewhere = visitor(dashboard.app);
  const refused = await signIn(elsewhere);
  expect(refused.text).toContain("¿Aún no confirmas tu correo?");
  expect((await askForCode(elsewhere, refused)).location).toBe("/login/verificar");
  expect((await verify(elsewhere, await newestCode())).location).toBe("/login?nota=confirmado");
  expect((await signIn(elsewhere)).location).toBe("/dashboard");
});

test("and is sent none by a password that is not the account's", async () => {
  await signUp(visitor(dashboard.app));
  const sent = await newestCode();
  expect(sent).not.toBe("");
  advance(61);
  const thief = visitor(dashboard.app);
  const refused = await signIn(thief, mail, "la frase de quien pregunta");
  expect((await askForCode(thief, refused)).location).toBe("/login/verificar");
  expect(await newestCode()).toBe("");
  expect((await verify(thief, sent)).status).toBe(422);
});
