import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enter, gridOf, labelOf, logIn, search, send } from "../../testing/banco-d.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { errors } from "./entry.ts";
import { bancoD } from "./portal.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/banco_d/log")).body;
const errorOf = (shown: { text: string }) => labelOf(shown.text, "lblError");
const september = () => search(visitor, 1, "01-09-2026", "30-09-2026");

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_d`);
});
afterAll(() => sandbox.close());

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect(errorOf(await logIn(visitor))).toBe(errors.wrong);
    expect((await logIn(visitor)).text).toContain("Seleccione empresa");
  },
  async account_blocked() {
    expect(errorOf(await logIn(visitor))).toBe(errors.blocked);
    expect((await logIn(visitor)).text).toContain("Seleccione empresa");
  },
  async session_active() {
    expect(errorOf(await logIn(visitor))).toBe(errors.active);
    expect((await logIn(visitor)).text).toContain("Seleccione empresa");
  },
  async session_ended() {
    await enter(visitor);
    const shown = await september();
    expect([shown.status, errorOf(shown)]).toEqual([200, errors.ended]);
    expect(shown.text).toContain('name="txtClave"');
    expect(errorOf(await visitor.get("/Saldos.aspx"))).toBe(errors.ended);
    await visitor.get("/Salir.aspx");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    await enter(visitor);
    expect((await visitor.get("/Saldos.aspx")).text).toContain("grdSaldos");
  },
  async unavailable() {
    expect((await visitor.get("/Ingreso.aspx")).status).toBe(503);
    expect((await visitor.get("/Ingreso.aspx")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/Ingreso.aspx")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  async hang() {
    const hanging = visitor.get("/Ingreso.aspx");
    expect((await visitor.get("/Ingreso.aspx")).status).toBe(200);
    await sandbox.control("DELETE", "/portals/banco_d/faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed() {
    await enter(visitor);
    const header = async () => gridOf((await september()).text, "grdMovimientos")[0];
    expect(await header()).toContain("Importe");
    expect(await header()).toContain("Monto");
  },
  async identity_mismatch() {
    await enter(visitor);
    const rut = async () => labelOf((await visitor.get("/Saldos.aspx")).text, "lblRutEmpresa");
    expect(await rut()).toBe("77.879.240-0");
    await send(visitor, "/Empresas.aspx", { ddlEmpresa: "1" });
    expect(await rut()).toBe("76.555.835-2");
  },
  async cut_after_alcance() {
    await enter(visitor);
    expect((await visitor.get("/Saldos.aspx")).status).toBe(200);
    expect((await september()).status).toBe(503);
    expect((await september()).status).toBe(503);
    expect((await visitor.get("/Saldos.aspx")).status).toBe(200);
    await visitor.get("/Salir.aspx");
    await enter(visitor);
    expect((await visitor.get("/Saldos.aspx")).status).toBe(200);
    expect((await september()).status).toBe(200);
  },
};

describe("the faults of banco_d", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoD.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    const fault = { kind, ...(kind === "slow" ? { delayMs: 250 } : {}) };
    expect((await sandbox.control("POST", "/portals/banco_d/faults", fault)).status).toBe(200);
    await provoke();
  });

  test("the balances' page can change too", async () => {
    await enter(visitor);
    await sandbox.control("POST", "/portals/banco_d/faults", { kind: "layout_changed" });
    const header = async () =>
      gridOf((await visitor.get("/Saldos.aspx")).text, "grdSaldos")[0]?.join("|");
    expect(await header()).toContain("Saldo Apertura");
    expect(await header()).toContain("Saldo 9 AM");
  });
});
