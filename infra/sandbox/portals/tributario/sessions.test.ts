import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedLogins } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import * as at from "../../testing/tributario.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/tributario`);
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;
const summary = (who: Visitor) => at.summary(who, { periodo: "2026-09", operacion: "VENTA" });

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

describe("the logins of tributario", () => {
  test("lead where the list says", async () => {
    const all = await listedLogins(sandbox, "tributario");
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(11);
    expect(all.length).toBeGreaterThan(20);
    for (const { rut, clave, leadsTo, empresas } of all) {
      const who = another();
      const { text } = await at.logIn(who, { rut, clave });
      if (leadsTo === "wrong_password") expect(text).toContain(notices.wrong);
      else if (leadsTo === "account_blocked") expect(text).toContain(notices.blocked);
      else {
        expect(text).toContain("Bienvenido");
        const list = (await who.get("/empresas")).text;
        expect(list.match(/name="rut_emp"/g)).toHaveLength(empresas.length);
      }
    }
  });

  test("show the company only once it was chosen, unless it logs in itself", async () => {
    expect((await at.logIn(visitor)).text).not.toContain("Contribuyente:");
    expect((await summary(visitor)).text).toContain("Seleccione el contribuyente");
    expect((await visitor.post("/empresas", { rut_emp: "77879240-0" })).text).toContain(
      "Seleccione el contribuyente",
    );
    await visitor.post("/empresas", { rut_emp: "76177907-9" });
    expect((await summary(visitor)).text).toContain("76.177.907-9");
    await visitor.post("/empresas", { rut_emp: at.main });
    expect((await summary(visitor)).text).toContain("76.555.835-2");
    const own = another();
    expect((await at.logIn(own, at.ownLogin)).text).toContain("76.555.835-2");
    expect((await summary(own)).text).toContain("Importadora Ñuble");
  });

  test("an empty form is not a failed login", async () => {
    const { text } = await visitor.post("/ingreso", { rutcntr: "12345678-5", clave: "x" });
    expect(text).toContain(notices.noRut);
    expect(await log()).toMatchObject({ failed_logins: 0 });
  });

  test("lock after three failures in a row, until reset", async () => {
    const wrong = { ...at.okLogin, clave: "otra" };
    for (const _ of [1, 2, 3])
      expect((await at.logIn(visitor, wrong)).text).toContain(notices.wrong);
    expect((await at.logIn(visitor)).text).toContain(notices.blocked);
    expect(await log()).toMatchObject({ logins: 0, failed_logins: 4 });
    await sandbox.control("POST", "/reset");
    expect((await at.logIn(visitor)).text).toContain("Bienvenido");
  });
});

describe("one session per login", () => {
  test("a second one is refused until the first logs out, and a logout counts once", async () => {
    await at.enter(visitor);
    expect((await at.logIn(another())).text).toContain(notices.active);
    expect((await summary(visitor)).text).toContain("Resumen");
    await visitor.get("/salir");
    await visitor.get("/salir");
    expect((await summary(visitor)).text).toContain(notices.ended);
    expect((await at.logIn(another())).text).toContain("Bienvenido");
    expect(await log()).toMatchObject({
      logins: 2,
      logouts: 1,
      refused_sessions: 1,
      max_sessions: 1,
    });
  });

  test("another login of the same company has its own", async () => {
    await at.enter(visitor);
    expect((await at.logIn(another(), at.ownLogin)).text).toContain("Bienvenido");
  });

  test("ten idle minutes end it", async () => {
    await at.enter(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT9M" });
    expect((await summary(visitor)).text).toContain("Resumen");
    await sandbox.control("POST", "/clock", { advance: "PT10M" });
    expect((await summary(visitor)).text).toContain(notices.ended);
  });

  test("no page behind the login is shown without a session", async () => {
    for (const path of ["/portada", "/empresas", "/registro", "/honorarios"]) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain(notices.ended);
    }
  });
});
