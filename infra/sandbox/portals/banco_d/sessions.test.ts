import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enter, labelOf, logIn, okLogin, search, send } from "../../testing/banco-d.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { errors } from "./entry.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/banco_d`);
const log = async () => (await sandbox.control("GET", "/portals/banco_d/log")).body;
const errorOf = (shown: { text: string }) => labelOf(shown.text, "lblError");

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

interface Listed {
  system: string;
  logins: { rut: string; clave: string; leadsTo: string; empresas: string[] }[];
}

async function logins() {
  const { body } = await sandbox.control<Listed[]>("GET", "/portals");
  return body.find(({ system }) => system === "banco_d")?.logins ?? [];
}

describe("the logins of banco_d", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, string> = {
      ok: 'id="lnkSalir"',
      other_company: "77.879.240-0",
      wrong_password: errors.wrong,
      account_blocked: errors.blocked,
      variant: "Banca Patrimonio D",
    };
    const all = await logins();
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const login of all) {
      expect((await logIn(another(), login)).text).toContain(signs[login.leadsTo]);
    }
  });

  test("ask for the company only where there are several", async () => {
    const { text } = await logIn(visitor);
    expect(text).toContain("Viñedos Aguas Frías SpA - 76.177.907-9");
    expect(labelOf(text, "lblRutEmpresa")).toBeUndefined();
    const shown = await send(visitor, "/Empresas.aspx", { ddlEmpresa: "1" });
    expect(labelOf(shown.text, "lblRutEmpresa")).toBe("76.555.835-2");
    const all = await logins();
    const single = all.find(({ leadsTo, empresas }) => leadsTo === "ok" && empresas.length === 1);
    const inside = await logIn(another(), single);
    expect(labelOf(inside.text, "lblRutEmpresa")?.replaceAll(".", "")).toBe(single?.empresas[0]);
  });

  test("of the other portal reach no data of this one, and can leave", async () => {
    await logIn(visitor, (await logins()).find(({ leadsTo }) => leadsTo === "variant") ?? okLogin);
    await send(visitor, "/Empresas.aspx", { ddlEmpresa: "0" });
    expect(errorOf(await visitor.get("/Saldos.aspx"))).toBe(errors.ended);
    expect((await visitor.get("/Salir.aspx")).text).toContain("Ha salido");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("lock after three failures in a row; a form sent twice is no failure", async () => {
    const wrong = { ...okLogin, clave: "otra" };
    for (const _ of [1, 2, 3]) expect(errorOf(await logIn(visitor, wrong))).toBe(errors.wrong);
    expect(errorOf(await logIn(visitor))).toBe(errors.blocked);
    const stale = { __VISTA: "/wEPx", txtRut: "16000001", txtDv: "0", txtClave: "clave-bancod" };
    expect(errorOf(await visitor.post("/Ingreso.aspx", stale))).toBe(errors.stale);
    expect(await log()).toMatchObject({ logins: 0, failed_logins: 4 });
  });
});

describe("one session per user", () => {
  test("a second login is refused until the first one leaves", async () => {
    await enter(visitor);
    expect(errorOf(await logIn(another()))).toBe(errors.active);
    await visitor.get("/Salir.aspx");
    await visitor.get("/Salir.aspx");
    expect(errorOf(await visitor.get("/Saldos.aspx"))).toBe(errors.ended);
    expect((await logIn(another())).text).toContain("Seleccione empresa");
    expect(await log()).toMatchObject({
      logins: 2,
      logouts: 1,
      refused_sessions: 1,
      max_sessions: 1,
    });
  });

  test("of many logins at once one gets in", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => logIn(another())));
    expect(shown.filter((one) => one.text.includes("Seleccione empresa"))).toHaveLength(1);
    expect(shown.filter((one) => errorOf(one) === errors.active)).toHaveLength(7);
  });

  test("eight idle minutes end it; the page says so with 200", async () => {
    await enter(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT7M" });
    expect((await visitor.get("/Saldos.aspx")).text).toContain("grdSaldos");
    await sandbox.control("POST", "/clock", { advance: "PT8M" });
    const shown = await search(visitor, 1, "01-09-2026", "30-09-2026");
    expect([shown.status, errorOf(shown)]).toEqual([200, errors.ended]);
  });
});
