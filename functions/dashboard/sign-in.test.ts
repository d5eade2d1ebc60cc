import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { codeIn, hiddenOf, mailsOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

const password = "cuatro palabras al azar";
let api: TestApi;
let dashboard: TestDashboard;
let advance: (seconds: number) => void;
let close: () => Promise<void>;
let person: Visitor;
let mail: string;
let count = 0;

beforeAll(async () => {
  ({ api, dashboard, advance, close } = await emptyDashboard());
});
afterAll(() => close());
beforeEach(() => {
  person = visitor(dashboard.app);
  mail = `ana${(count += 1)}@maule.example`;
});

const mails = (to = mail) => mailsOf(api, dashboard, to);
const signUp = (by = person, to = mail, clave = password) =>
  by.submit("/login/registro", "/login/registro", { nombre: "Ana Soto", correo: to, clave });
const verify = (codigo: string, by = person) =>
  by.submit("/login/verificar", "/login/verificar", { codigo });
const signIn = (clave = password, by = person, to = mail) =>
  by.submit("/login", "/login", { correo: to, clave });
const account = async (to = mail): Promise<string> => {
  await dashboard.deps.auth.createPerson({
    email: to,
    name: "Ana Soto",
    password,
    emailVerified: true,
  });
  return to;
};

describe("signing up", () => {
  test("asks for the mailed code, and then signs in", async () => {
    expect((await signUp()).location).toBe("/login/verificar");
    const [sent, ...others] = await mails();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ kind: "verify_code" });
    expect((await signIn()).status).toBe(422);
    const page = await verify(codeIn(sent));
    expect(page.location).toBe("/login?nota=confirmado");
    expect((await signIn()).location).toBe("/dashboard");
    expect((await person.get("/dashboard")).text).toContain("Tus organizaciones");
  });

  test("with a mail that has an account looks the same, changes nothing and informs its owner", async () => {
    await account();
    const other = visitor(dashboard.app);
    const known = await signUp(other, mail, "otra frase bien larga");
    const fresh = await signUp(person, `nueva-${mail}`);
    expect([known.status, known.text, known.location]).toEqual([
      fresh.status,
      fresh.text,
      fresh.location,
    ]);
    expect(await mails()).toMatchObject([{ kind: "already_registered" }]);
    expect((await signIn("otra frase bien larga")).status).toBe(422);
    expect((await signIn()).location).toBe("/dashboard");
  });

  test("before the mail's owner does gains nothing: a code only works in the browser that asked for it", async () => {
    const thief = visitor(dashboard.app);
    await signUp(thief, mail, "clave que eligió otro");
    const [first] = await mails();
    expect((await verify(codeIn(first))).status).toBe(422);
    expect((await signIn("clave que eligió otro", thief)).status).toBe(422);
  });

  test("is refused field by field, and keeps what was typed", async () => {
    const page = await person.submit("/login/registro", "/login/registro", {
      nombre: " ",
      correo: "ana",
      clave: "corta",
    });
    expect(page.status).toBe(422);
    for (const text of ["Escribe tu nombre", "no es un correo", "Es muy corta", 'value="ana"']) {
      expect(page.text).toContain(text);
    }
    expect(page.text).not.toContain("corta&");
  });
});

describe("signing in", () => {
  test("makes a new session, which the earlier cookies do not name", async () => {
    await account();
    await person.get("/login");
    const before = new Map(person.cookies);
    person.cookies.set("connect", "planted.cookie");
    expect((await signIn()).location).toBe("/dashboard");
    expect(person.cookies.get("connect")).not.toBe("planted.cookie");
    expect(person.cookies.has("connect-form")).toBe(false);
    expect(before.has("connect-form")).toBe(true);
    const first = person.cookies.get("connect");
    const signInWith = (clave: string) =>
      person.submit("/login/otra-vez", "/login/otra-vez", { clave });
    expect((await signInWith("otra frase bien larga")).text).toContain("La contraseña no es esa.");
    await signInWith(password);
    expect(person.cookies.get("connect")).not.toBe(first);
    const old = visitor(dashboard.app);
    old.cookies.set("connect", first ?? "");
    expect((await old.get("/dashboard")).location).toBe("/login?next=%2Fdashboard");
  });

  test("answers a wrong mail and a wrong password with the same bytes, except for seals", async () => {
    await account();
    const answers = [
      await signIn("otra frase bien larga"),
      await signIn(password, person, `x${mail}`),
    ];
    const bare = answers.map(({ status, text }) => ({
      status,
      text: text.replace(/name="sello" value="[^"]+"/g, "").replaceAll(`x${mail}`, mail),
    }));
    expect(bare[0]).toEqual(bare[1]);
    expect(bare[0]?.status).toBe(422);
  });

  test("continues to a path of ours, and to nothing else", async () => {
    await account();
    const nexts = {
      "/dashboard/cuenta": "/dashboard/cuenta",
      "//evil.example": "/dashboard",
      "/\\evil.example": "/dashboard",
      "https://evil.example/": "/dashboard",
      "/%0d%0aset-cookie:x": "/%0d%0aset-cookie:x",
      "/x\r\ny": "/dashboard",
      "javascript:alert(1)": "/dashboard",
    };
    for (const [next, expected] of Object.entries(nexts)) {
      const by = visitor(dashboard.app);
      const page = await by.submit(`/login?${new URLSearchParams({ next }).toString()}`, "/login", {
        correo: mail,
        clave: password,
      });
      expect(page.location, next).toBe(expected);
    }
  });

  test("five failures in a row mean a pause of 15 minutes, even for the right password", async () => {
    await account();
    for (let n = 0; n < 5; n += 1) expect((await signIn("no es la correcta")).status).toBe(422);
    expect((await signIn()).text).toContain("En pausa hasta las");
    advance(14 * 60);
    expect((await signIn()).status).toBe(422);
    advance(61);
    expect((await signIn()).location).toBe("/dashboard");
  });

  test("ends with signing out, also in a second process at once", async () => {
    await account();
    await signIn();
    const copy = visitor(dashboard.app);
    copy.cookies.set("connect", person.cookies.get("connect") ?? "");
    expect((await copy.get("/dashboard/cuenta")).status).toBe(200);
    await person.submit("/dashboard/cuenta", "/login/salir");
    expect((await copy.get("/dashboard/cuenta")).status).toBe(303);
  });
});

test("signing out works from a page that was open for days, as long as its session lasts", async () => {
  await account();
  await signIn();
  const form = hiddenOf((await person.get("/dashboard/cuenta")).text, "/login/salir");
  for (let passed = 0; passed < 30; passed += 10) {
    advance(10 * 3_600);
    expect((await person.get("/dashboard/cuenta")).status).toBe(200);
  }
  const other = visitor(dashboard.app);
  await signIn(password, other);
  expect((await other.post("/login/salir", form)).status).toBe(403);
  expect((await person.post("/login/salir", form)).location).toBe("/login?nota=salida");
  expect((await person.get("/dashboard/cuenta")).status).toBe(303);
});

describe("recovery", () => {
  const ask = (to = mail, by = person) =>
    by.submit("/login/recuperar", "/login/recuperar", { correo: to });
  const reset = (codigo: string, clave: string) =>
    person.submit("/login/recuperar/clave", "/login/recuperar/clave", { codigo, clave });

  test("changes the password with the mailed code, ends every session, and says so", async () => {
    await account();
    await signIn(password, person);
    const elsewhere = visitor(dashboard.app);
    await signIn(password, elsewhere);
    person.cookies.clear();
    expect((await ask()).location).toBe("/login/recuperar/clave");
    const page = await reset(codeIn((await mails())[0]), "otra frase bien larga");
    expect(page.location).toBe("/dashboard");
    expect((await elsewhere.get("/dashboard/cuenta")).status).toBe(303);
    expect(await mails()).toMatchObject([{ kind: "password_changed" }]);
    expect((await signIn(password, visitor(dashboard.app))).status).toBe(422);
  });

  test("works for a signed-in person who forgot the password, only in this session", async () => {
    await account();
    await signIn();
    for (const page of ["/dashboard/cuenta", "/login/otra-vez"]) {
      expect((await person.get(page)).text, page).toMatch(/href="\/login\/recuperar[^"]*">Olvidé/);
    }
    const form = (await person.get("/login/recuperar")).text;
    expect(form).toContain(`value="${mail}"`);
    expect((await ask()).location).toBe("/login/recuperar/clave");
    const code = codeIn((await mails())[0]);
    const other = visitor(dashboard.app);
    await signIn(password, other, await account(`otra-${mail}`));
    const path = "/login/recuperar/clave";
    const typed = { correo: mail, codigo: code, clave: "la frase de otra persona" };
    expect((await other.submit(path, path, typed)).status).toBe(422);
    const elsewhere = visitor(dashboard.app);
    await signIn(password, elsewhere);
    expect((await reset(code, "otra frase bien larga")).location).toBe("/dashboard");
    expect((await elsewhere.get("/dashboard/cuenta")).status).toBe(303);
    expect((await person.get("/dashboard/cuenta")).status).toBe(200);
    expect((await signIn(password, visitor(dashboard.app))).status).toBe(422);
  });

  test("for an unknown mail looks the same, and sends nothing", async () => {
    await account();
    const known = await ask();
    const unknown = await ask(`nadie-${mail}`, visitor(dashboard.app));
    expect([unknown.status, unknown.text, unknown.location]).toEqual([
      known.status,
      known.text,
      known.location,
    ]);
    expect(await mails(`nadie-${mail}`)).toEqual([]);
  });

  test("is refused with a wrong code, and a weak password does not use the code up", async () => {
    await account();
    await ask();
    const code = codeIn((await mails())[0]);
    expect(
      (await reset(code === "00000000" ? "1" : "00000000", "otra frase bien larga")).status,
    ).toBe(422);
    const weak = await reset(code, "corta");
    expect(weak.text).toContain("Es muy corta");
    expect((await reset(code, "otra frase bien larga")).location).toBe("/dashboard");
  });

  test("unlocks a mail that too many wrong passwords had locked", async () => {
    await account();
    const { auth } = dashboard.deps;
    expect(await auth.findPerson(mail)).not.toBeNull();
    for (let n = 0; n < 4; n += 1) {
      for (let wrong = 0; wrong < 5; wrong += 1) await signIn("no es la correcta");
      advance(15 * 60 + 1);
      if (n === 1) break;
    }
    await ask();
    const code = codeIn((await mails())[0]);
    expect((await reset(code, "otra frase bien larga")).location).toBe("/dashboard");
  });
});
