import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approvalOf, enter, identify, logIn, poll, tablePage } from "../../testing/banco-e.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { bancoE } from "./portal.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
let cuenta: string;
const log = async () => (await sandbox.control("GET", "/portals/banco_e/log")).body;
const movements = () => tablePage(visitor, cuenta, "2026-09");
const choice = "¿Con qué empresa desea trabajar?";

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const path = "/portals/banco_e/truth?resource=cuentas";
  const { body } = await sandbox.control<{ rows: { cuenta: string }[] }>("GET", path);
  cuenta = body.rows[0]?.cuenta ?? "";
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_e`);
});
afterAll(() => sandbox.close());

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/banco_e/faults", { kind, ...more });
  expect(status).toBe(200);
}

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await logIn(visitor)).text).toContain(notices.wrong);
    expect((await logIn(visitor)).text).toContain(choice);
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 1 });
  },
  async account_blocked() {
    expect((await logIn(visitor)).text).toContain(notices.blocked);
    expect((await logIn(visitor)).text).toContain(choice);
  },
  async session_active() {
    expect((await logIn(visitor)).text).toContain(notices.active);
    expect((await logIn(visitor)).text).toContain(choice);
  },
  async session_ended() {
    await enter(visitor);
    const { status, text } = await movements();
    expect(status).toBe(200);
    expect(text).toContain('name="secreto"');
    expect(text).toContain(notices.ended);
    expect((await visitor.get("/posicion")).text).toContain(notices.ended);
    await visitor.post("/salir", {});
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    await enter(visitor);
    expect((await movements()).text).toContain("<table");
  },
  async device_approval_pending() {
    await fault("device_approval_pending", { times: 5 });
    const approval = approvalOf(await identify(visitor)) ?? "";
    for (let polls = 0; polls < 6; polls += 1) {
      expect(await poll(visitor, approval)).toBe("PENDIENTE");
    }
    expect(await poll(visitor, approval)).toBe("APROBADA");
  },
  async unavailable() {
    expect((await visitor.get("/ingreso")).status).toBe(503);
    expect((await visitor.get("/ingreso")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/ingreso")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(240);
  },
  async hang() {
    const hanging = visitor.get("/ingreso");
    await sandbox.control("DELETE", "/portals/banco_e/faults");
    expect([200, 503]).toContain((await hanging).status);
    expect((await visitor.get("/ingreso")).status).toBe(200);
  },
  async layout_changed() {
    await enter(visitor);
    expect(dataTable((await movements()).text, "movs")[0]).toContain("Importe");
    expect(dataTable((await movements()).text, "movs")[0]).toContain("Monto");
    await fault("layout_changed");
    const position = async () => dataTable((await visitor.get("/posicion")).text, "posicion")[0];
    expect(await position()).toContain("Saldo utilizable");
    expect(await position()).toContain("Saldo disponible");
  },
  async identity_mismatch() {
    await enter(visitor);
    expect((await visitor.get("/posicion")).text).toContain('data-rut="77879240-0"');
    await visitor.post("/empresas", { empresa: "e1" });
    expect((await visitor.get("/posicion")).text).toContain('data-rut="76555835-2"');
  },
  async cut_after_alcance() {
    await enter(visitor);
    expect((await visitor.get("/posicion")).status).toBe(200);
    expect((await movements()).status).toBe(503);
    expect((await movements()).status).toBe(503);
    expect((await visitor.get("/posicion")).status).toBe(200);
    await visitor.post("/salir", {});
    await enter(visitor);
    expect((await visitor.get("/posicion")).status).toBe(200);
    expect((await movements()).status).toBe(200);
  },
};

describe("the faults of banco_e", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoE.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    await fault(kind, kind === "slow" ? { delayMs: 250 } : {});
    await provoke();
  });

  test("an approval held back for a time is let go when the faults are deleted", async () => {
    await fault("device_approval_pending", { delayMs: 600_000 });
    const approval = approvalOf(await identify(visitor)) ?? "";
    for (let polls = 0; polls < 20; polls += 1) {
      expect(await poll(visitor, approval)).toBe("PENDIENTE");
    }
    await sandbox.control("DELETE", "/portals/banco_e/faults");
    expect(await poll(visitor, approval)).toBe("APROBADA");
  });
});
