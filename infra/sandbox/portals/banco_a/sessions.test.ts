import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enter, logIn, okLogin } from "../../testing/banco-a.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./entry.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_a`);
const log = async () => (await sandbox.control("GET", "/portals/banco_a/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

interface ListedLogin {
  rut: string;
  clave: string;
  leadsTo: string;
  empresas: string[];
}

async function logins(): Promise<ListedLogin[]> {
  const { body } = await sandbox.control<{ logins: ListedLogin[] }[]>("GET", "/portals");
  return body[0]?.logins ?? [];
}

describe("the logins of banco_a", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, string> = {
      ok: "Seleccione la empresa",
      other_company: "77.879.240-0",
      wrong_password: notices.wrong,
      account_blocked: notices.blocked,
    };
    const all = await logins();
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const { rut, clave, leadsTo } of all) {
      expect((await logIn(another(), { rut, clave })).text).toContain(signs[leadsTo]);
    }
  });

  test("offer two companies to the first one, and one that is not ours to the other", async () => {
    const { text } = await logIn(visitor);
    expect(text).toContain("76.555.835-2");
    expect(text).toContain("76.177.907-9");
    const stranger = (await logins()).find(({ leadsTo }) => leadsTo === "other_company");
    const shown = await logIn(another(), {
      rut: stranger?.rut ?? "",
      clave: stranger?.clave ?? "",
    });
    expect(shown.text).not.toContain("76.555.835-2");
  });

  test("show the company that was chosen, inside frames", async () => {
    const { text } = await enter(visitor);
    expect(text).toContain('<frame name="menu"');
    expect(text).toContain('<frame name="contenido"');
    expect((await visitor.get("/cuentas")).text).toContain("76.555.835-2");
    await visitor.post("/empresas", { indice: "0" });
    expect((await visitor.get("/cuentas")).text).toContain("76.177.907-9");
  });

  test("lock after three failures in a row, until reset", async () => {
    const wrong = { ...okLogin, clave: "otra" };
    await logIn(visitor, wrong);
    await logIn(visitor, wrong);
    expect((await logIn(visitor)).text).toContain("Seleccione la empresa");
    await visitor.get("/salir");
    for (const _ of [1, 2, 3]) expect((await logIn(visitor, wrong)).text).toContain(notices.wrong);
    expect((await logIn(visitor)).text).toContain(notices.blocked);
    expect(await log()).toMatchObject({ logins: 1, failed_logins: 6 });
    await sandbox.control("POST", "/reset");
    expect((await logIn(visitor)).text).toContain("Seleccione la empresa");
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
    expect((await logIn(another())).text).toContain("Seleccione la empresa");
    expect(await log()).toMatchObject({ logins: 2, logouts: 1 });
  });

  test("of many logins at once one gets in", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => logIn(another())));
    expect(shown.filter(({ text }) => text.includes("Seleccione la empresa"))).toHaveLength(1);
    expect(shown.filter(({ text }) => text.includes(notices.active))).toHaveLength(7);
  });

  test("five idle minutes end a session; a page in between keeps it", async () => {
    await enter(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT4M" });
    expect((await visitor.get("/saldos")).text).toContain("Saldos al");
    await sandbox.control("POST", "/clock", { advance: "PT4M" });
    expect((await logIn(another())).text).toContain(notices.active);
    await sandbox.control("POST", "/clock", { advance: "PT1M" });
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    expect((await logIn(another())).text).toContain("Seleccione la empresa");
  });

  test("no page of the inside shows without a session or a company", async () => {
    for (const path of ["/empresas", "/inicio", "/cuentas", "/saldos", "/cartola"]) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain(notices.ended);
    }
    await logIn(visitor);
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
  });
});
