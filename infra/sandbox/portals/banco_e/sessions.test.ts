import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalOf, enter, identify, logIn, poll } from "../../testing/banco-e.ts";
import { listedLogin, listedLogins } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_e`);
const log = async () => (await sandbox.control("GET", "/portals/banco_e/log")).body;
const choice = "¿Con qué empresa desea trabajar?";

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

describe("the approval of banco_e", () => {
  test("is pending at first, and opens a session only once it is there", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
    expect(await poll(visitor, approval)).toBe("PENDIENTE");
    expect(await log()).toMatchObject({ logins: 0 });
    await expect.poll(() => poll(visitor, approval)).toBe("APROBADA");
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(choice);
    expect((await another().post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
    expect(await log()).toMatchObject({ logins: 1 });
  });

  test("expires after three minutes", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    await sandbox.control("POST", "/clock", { advance: "PT3M" });
    expect(await poll(visitor, approval)).toBe("EXPIRADA");
    expect((await visitor.post(`${approval}/continuar`, {})).text).toContain(notices.unapproved);
  });

  test("can be given up, and then is not known", async () => {
    const approval = approvalOf(await identify(visitor)) ?? "";
    expect((await visitor.post(`${approval}/cancelar`, {})).text).toContain('name="secreto"');
    expect(await poll(visitor, approval)).toBe("EXPIRADA");
    expect((await logIn(another())).text).toContain(choice);
  });
});

describe("the logins of banco_e", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, RegExp> = {
      ok: new RegExp(`${choice.slice(1, -1)}|Bienvenido a su banco`),
      other_company: /data-rut="77879240-0"/,
      wrong_password: new RegExp(notices.wrong),
      account_blocked: new RegExp(notices.blocked),
      variant: /Mundo Pyme E/,
    };
    const all = await listedLogins(sandbox, "banco_e");
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const login of all) {
      expect((await logIn(another(), login)).text).toMatch(signs[login.leadsTo] ?? /never/);
    }
  });

  test("show the company that was chosen", async () => {
    expect((await enter(visitor)).text).toContain('data-rut="76555835-2"');
    await visitor.post("/empresas", { empresa: "e0" });
    expect((await visitor.get("/posicion")).text).toContain('data-rut="76177907-9"');
  });

  test("of the other business portal meet none of these pages, and can leave", async () => {
    const login = await listedLogin(sandbox, "banco_e", (one) => one.leadsTo === "variant");
    expect((await logIn(visitor, login)).text).not.toContain("data-rut");
    expect((await visitor.get("/posicion")).text).toContain(notices.ended);
    expect((await visitor.get("/empresas")).text).toContain(notices.ended);
    expect((await visitor.post("/salir", {})).text).toContain(notices.left);
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });
});

describe("one session per user", () => {
  test("a second login is refused while the first session is open", async () => {
    await enter(visitor);
    expect((await logIn(another())).text).toContain(notices.active);
    expect((await visitor.get("/posicion")).text).toContain("Posición al");
    expect(await log()).toMatchObject({ logins: 1, refused_sessions: 1, max_sessions: 1 });
  });

  test("leaving makes room, and counts once however often it is asked for", async () => {
    await enter(visitor);
    await visitor.post("/salir", {});
    await visitor.post("/salir", {});
    expect((await visitor.get("/posicion")).text).toContain(notices.ended);
    expect((await logIn(another())).text).toContain(choice);
    expect(await log()).toMatchObject({ logins: 2, logouts: 1 });
  });

  test("of many logins at once that wait for the device one gets in", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => logIn(another())));
    expect(shown.filter(({ text }) => text.includes(choice))).toHaveLength(1);
    expect(shown.filter(({ text }) => text.includes(notices.active))).toHaveLength(7);
  });

  test("five idle minutes end a session; a page in between keeps it", async () => {
    await enter(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT4M" });
    expect((await visitor.get("/posicion")).text).toContain("Posición al");
    await sandbox.control("POST", "/clock", { advance: "PT5M" });
    expect((await visitor.get("/posicion")).text).toContain(notices.ended);
    expect((await logIn(another())).text).toContain(choice);
  });

  test("no page of the inside shows without a session or a company", async () => {
    for (const path of [
      "/empresas",
      "/portada",
      "/posicion",
      "/movimientos",
      "/movimientos/tabla",
    ]) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain(notices.ended);
    }
    await logIn(visitor);
    expect((await visitor.get("/posicion")).text).toContain(notices.ended);
  });
});
