import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { codeIn, hiddenOf, mailsOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

/*
 * Where anybody may sign up, a thief signs up with the mail of somebody who has just done so but has not typed the
 * code yet: the mail's owner would then confirm the thief's password.
 */

const owners = "cuatro palabras al azar";
const thiefs = "la clave que eligió otro";

let api: TestApi;
let dashboard: TestDashboard;
let advance: (seconds: number) => void;
let close: () => Promise<void>;
let owner: Visitor;
let thief: Visitor;
let mail: string;
let count = 0;

beforeAll(async () => {
  ({ api, dashboard, advance, close } = await emptyDashboard());
});
afterAll(() => close());
beforeEach(() => {
  owner = visitor(dashboard.app);
  thief = visitor(dashboard.app);
  mail = `duena${(count += 1)}@maule.example`;
});

const signUp = (by: Visitor, clave: string) =>
  by.submit("/login/registro", "/login/registro", { nombre: "Ana Soto", correo: mail, clave });
const verify = (by: Visitor, codigo: string) =>
  by.submit("/login/verificar", "/login/verificar", { codigo });
const askAgain = (by: Visitor) => by.submit("/login/verificar", "/login/verificar/codigo");
const signIn = (by: Visitor, clave: string) =>
  by.submit("/login", "/login", { correo: mail, clave });
const newestCode = async (): Promise<string> =>
  codeIn((await mailsOf(api, dashboard, mail)).at(-1));

async function expectOwners(): Promise<void> {
  expect((await signIn(thief, thiefs)).status).toBe(422);
  expect((await signIn(owner, owners)).location).toBe("/dashboard");
}

test("within a minute of the owner's code the thief's password is not accepted", async () => {
  await signUp(owner, owners);
  const code = await newestCode();
  expect((await signUp(thief, thiefs)).text).toContain("Todavía no");
  expect((await verify(owner, code)).location).toBe("/login?nota=confirmado");
  await expectOwners();
});

test("after that the owner's browser gets no code for the thief's password", async () => {
  await signUp(owner, owners);
  await newestCode();
  advance(61);
  await signUp(thief, thiefs);
  expect((await verify(owner, await newestCode())).status).toBe(422);
  advance(61);
  expect((await askAgain(owner)).location).toBe("/login/verificar");
  expect(await newestCode()).toBe("");
  advance(61);
  await signUp(owner, owners);
  expect((await verify(owner, await newestCode())).location).toBe("/login?nota=confirmado");
  await expectOwners();
});

test("after that the owner's own code does not confirm the thief's password", async () => {
  await signUp(owner, owners);
  const code = await newestCode();
  advance(61);
  expect((await signUp(thief, thiefs)).location).toBe("/login/verificar");
  expect((await verify(owner, code)).status).toBe(422);
  expect((await signIn(thief, thiefs)).status).toBe(422);
});

test("the person who chose the password, or knows it, can get another code", async () => {
  await signUp(owner, owners);
  const first = await newestCode();
  advance(61);
  await askAgain(owner);
  const second = await newestCode();
  expect(second).not.toBe("");
  expect((await verify(owner, first)).status).toBe(422);
  const elsewhere = visitor(dashboard.app);
  advance(61);
  const refused = await signIn(elsewhere, owners);
  const form = hiddenOf(refused.text, "/login/verificar/codigo");
  expect((await elsewhere.post("/login/verificar/codigo", form)).location).toBe("/login/verificar");
  expect((await verify(elsewhere, await newestCode())).location).toBe("/login?nota=confirmado");
  await expectOwners();
});
