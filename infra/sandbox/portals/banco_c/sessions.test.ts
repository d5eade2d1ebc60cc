import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enter, hidden, logIn, okLogin } from "../../testing/banco-c.ts";
import { listedLogin, listedLogins } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_c`);
const log = async () => (await sandbox.control("GET", "/portals/banco_c/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

describe("the keypad of banco_c", () => {
  const keys = (html: string) =>
    [...html.matchAll(/data-k="([0-9a-f]+)"[^>]*>\s*(\d)\s*</g)].map(([, code, digit]) => ({
      code,
      digit,
    }));

  test("has each digit once, shuffled, under codes of its own each time", async () => {
    const drawn = await Promise.all(
      Array.from({ length: 6 }, async () => keys((await visitor.get("/acceso")).text)),
    );
    for (const keypad of drawn) {
      expect(keypad).toHaveLength(10);
      expect(new Set(keypad.map(({ digit }) => digit)).size).toBe(10);
    }
    expect(new Set(drawn.map((keypad) => keypad.map(({ digit }) => digit).join(""))).size).toBe(6);
    expect(new Set(drawn.flat().map(({ code }) => code)).size).toBe(60);
  });

  test("is good for one attempt, and digits in place of codes are a wrong password", async () => {
    const { text } = await visitor.get("/acceso");
    const form = { rut: okLogin.rut, teclado: hidden(text, "teclado") };
    const digits = okLogin.clave.split("").join("-");
    expect((await visitor.post("/acceso", { ...form, codigos: digits })).text).toContain(
      notices.wrong,
    );
    expect((await visitor.post("/acceso", { ...form, codigos: digits })).text).toContain(
      notices.keypad,
    );
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 0 });
  });
});

describe("the logins of banco_c", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, string> = {
      ok: "Bienvenido",
      other_company: "77.879.240-0",
      wrong_password: notices.wrong,
      account_blocked: notices.blocked,
      variant: "Banca Corporativa C",
    };
    const all = await listedLogins(sandbox, "banco_c");
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const login of all) {
      expect((await logIn(another(), login)).text).toContain(signs[login.leadsTo]);
    }
  });

  test("begin with the first company and change to the other", async () => {
    expect((await logIn(visitor)).text).toContain("RUT 76.177.907-9");
    expect((await visitor.post("/empresa", { empresa: "2" })).text).toContain("RUT 76.555.835-2");
    expect((await visitor.get("/saldos")).text).toContain("RUT 76.555.835-2");
  });

  test("of the other business portal meet none of these pages, and can leave", async () => {
    const login = await listedLogin(sandbox, "banco_c", (one) => one.leadsTo === "variant");
    const { text } = await logIn(visitor, login);
    expect(text).not.toContain('id="titular"');
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    expect((await visitor.get("/corporativa/desconectar")).text).toContain(notices.left);
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });
});

describe("one session per user", () => {
  test("a second login is refused while the first session is open", async () => {
    await enter(visitor);
    expect((await logIn(another())).text).toContain(notices.active);
    expect((await visitor.get("/saldos")).text).toContain("Saldos al");
    expect(await log()).toMatchObject({ logins: 1, refused_sessions: 1, max_sessions: 1 });
  });

  test("leaving makes room, and counts once however often it is asked for", async () => {
    await enter(visitor);
    await visitor.get("/salir");
    await visitor.get("/salir");
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    expect((await logIn(another())).text).toContain("Bienvenido");
    expect(await log()).toMatchObject({ logins: 2, logouts: 1 });
  });

  test("of many logins at once one gets in", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => logIn(another())));
    expect(shown.filter(({ text }) => text.includes("Bienvenido"))).toHaveLength(1);
    expect(shown.filter(({ text }) => text.includes(notices.active))).toHaveLength(7);
  });

  test("ten idle minutes end a session; a page in between keeps it", async () => {
    await enter(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT9M" });
    expect((await visitor.get("/saldos")).text).toContain("Saldos al");
    await sandbox.control("POST", "/clock", { advance: "PT9M" });
    expect((await logIn(another())).text).toContain(notices.active);
    await sandbox.control("POST", "/clock", { advance: "PT1M" });
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    expect((await logIn(another())).text).toContain("Bienvenido");
  });

  test("no page of the inside shows without a session", async () => {
    for (const path of ["/inicio", "/saldos", "/movimientos", "/cartolas", "/tarjetas"]) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain(notices.ended);
    }
  });
});
