import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { askResetCode } from "#lib/identity/people/index.ts";
import { admitSignIn } from "#lib/identity/people/sign-in-limits.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { codeIn, mailsOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

const password = "cuatro palabras al azar";
const hour = 3_600;
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
beforeEach(async () => {
  mail = await account(`ana${(count += 1)}@maule.example`);
  // The start of an hour, when the counters are empty.
  advance(hour - (Math.floor(api.clock.now().getTime() / 1000) % hour));
});

async function account(email: string): Promise<string> {
  const person = { email, name: "Ana Soto", password, emailVerified: true };
  await dashboard.deps.auth.createPerson(person);
  return email;
}

const signIn = (by: Visitor, to = mail) =>
  by.submit("/login", "/login", { correo: to, clave: password });

/** A browser in which somebody signed in and out. */
async function knownTo(to = mail): Promise<Visitor> {
  const by = visitor(dashboard.app);
  expect((await signIn(by, to)).location).toBe("/dashboard");
  await by.submit("/dashboard", "/login/salir");
  expect((await by.get("/dashboard")).location).toContain("/login");
  return by;
}

async function strangersTry(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await admitSignIn(dashboard.deps, mail, `192.0.2.${n}`);
}

test("strangers' wrong passwords lock nobody out of a browser in which they signed in before", async () => {
  const own = await knownTo();
  await strangersTry();
  expect((await signIn(visitor(dashboard.app))).text).toContain("Entra con un código");
  expect((await signIn(own)).location).toBe("/dashboard");
});

test.each<[string, (by: Visitor) => Promise<void>]>([
  ["of another mail", async (by) => void by.cookies.set("connect-known", await otherMark())],
  ["that somebody made up", async (by) => void by.cookies.set("connect-known", "A".repeat(43))],
  ["that is empty", async (by) => void by.cookies.set("connect-known", "")],
])("a mark %s has no effect", async (_, plant) => {
  const by = visitor(dashboard.app);
  await plant(by);
  await strangersTry();
  expect((await signIn(by)).text).toContain("Entra con un código");
});

test("a mark of an earlier password has no effect, and the browser that changed it keeps a new one", async () => {
  const thief = await knownTo();
  const own = visitor(dashboard.app);
  await signIn(own);
  const path = "/dashboard/cuenta";
  const next = "otra frase bien larga";
  const changed = await own.submit(path, `${path}/clave`, { clave: password, nueva: next });
  expect(changed.location).toContain("nota=guardada");
  await own.submit("/dashboard", "/login/salir");
  await strangersTry();
  const enter = (by: Visitor) => by.submit("/login", "/login", { correo: mail, clave: next });
  expect((await enter(thief)).text).toContain("Entra con un código");
  expect((await enter(own)).location).toBe("/dashboard");
});

async function otherMark(): Promise<string> {
  const by = await knownTo(await account(`otra-${mail}`));
  return by.cookies.get("connect-known") ?? "";
}

test("strangers who ask for codes do not stop a known browser from getting one, nor from using it", async () => {
  const own = await knownTo();
  const strangers = { browser: "b-1", address: null, mark: null };
  for (let n = 0; n < 5; n += 1) {
    expect((await askResetCode(dashboard.deps, mail, strangers)).kind).toBe("asked");
    advance(61);
  }
  const ask = (by: Visitor) => by.submit("/login/recuperar", "/login/recuperar", { correo: mail });
  expect((await ask(visitor(dashboard.app))).status).toBe(429);
  const path = "/login/recuperar/clave";
  expect((await ask(own)).location).toBe(path);
  const codigo = codeIn((await mailsOf(api, dashboard, mail)).at(-1));
  const done = await own.submit(path, path, { codigo, clave: "otra frase bien larga" });
  expect(done.location).toBe("/dashboard");
});

test("who chooses another password with a code can sign in from any browser again", async () => {
  await strangersTry();
  const own = visitor(dashboard.app);
  await own.submit("/login/recuperar", "/login/recuperar", { correo: mail });
  const codigo = codeIn((await mailsOf(api, dashboard, mail)).at(-1));
  const path = "/login/recuperar/clave";
  const clave = "otra frase bien larga";
  expect((await own.submit(path, path, { codigo, clave })).location).toBe("/dashboard");
  const elsewhere = visitor(dashboard.app);
  const signedIn = await elsewhere.submit("/login", "/login", { correo: mail, clave });
  expect(signedIn.location).toBe("/dashboard");
});

/** Three tries of each form in an unknown browser. */
async function strangersGuess(path: string): Promise<void> {
  const by = visitor(dashboard.app);
  const guess = { correo: mail, codigo: "00000000", clave: "la frase de otra persona" };
  for (let n = 0; n < 3; n += 1) expect((await by.submit(path, path, guess)).status).toBe(422);
}

test("strangers who guess a code do not use up the tries of the browser that asked for it", async () => {
  const own = visitor(dashboard.app);
  await own.submit("/login/recuperar", "/login/recuperar", { correo: mail });
  const codigo = codeIn((await mailsOf(api, dashboard, mail)).at(-1));
  const path = "/login/recuperar/clave";
  await strangersGuess(path);
  const done = await own.submit(path, path, { codigo, clave: "otra frase bien larga" });
  expect(done.location).toBe("/dashboard");
});

test("the same holds for the code of somebody who signs up", async () => {
  mail = `nueva-${mail}`;
  const own = visitor(dashboard.app);
  const typed = { nombre: "Ana Soto", correo: mail, clave: password };
  await own.submit("/login/registro", "/login/registro", typed);
  const codigo = codeIn((await mailsOf(api, dashboard, mail)).at(-1));
  await strangersGuess("/login/verificar");
  const done = await own.submit("/login/verificar", "/login/verificar", { codigo });
  expect(done.location).toBe("/login?nota=confirmado");
});

test("pages cannot read the mark, it does not reveal the mail, and only the right password sets it", async () => {
  const by = visitor(dashboard.app);
  const wrong = await by.submit("/login", "/login", { correo: mail, clave: "no es la correcta" });
  expect(wrong.status).toBe(422);
  expect(by.cookies.has("connect-known")).toBe(false);
  const right = await signIn(by);
  const cookie = right.headers.getSetCookie().find((one) => one.startsWith("connect-known="));
  expect(cookie).toMatch(
    /^connect-known=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  );
});
