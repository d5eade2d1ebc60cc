import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, logIn, movementsPage, tokenOf, type Caller } from "../../testing/banco-f.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { bancoF } from "./portal.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
let url: string;
let cuenta: string;
const log = async () => (await sandbox.control("GET", "/portals/banco_f/log")).body;
const enter = async (): Promise<Caller> => callerOf(url, tokenOf(await logIn(visitor)));
const movements = () => `/empresas/E2/cuentas/${cuenta}/movimientos?mes=202609`;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  url = `${sandbox.url}/portals/banco_f`;
  visitor = visitorOf(url);
  const path = "/portals/banco_f/truth?resource=cuentas";
  const { body } = await sandbox.control<{ rows: { cuenta: string }[] }>("GET", path);
  cuenta = body.rows[0]?.cuenta ?? "";
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
});
afterAll(() => sandbox.close());

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/banco_f/faults", { kind, ...more });
  expect(status).toBe(200);
}

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await logIn(visitor)).text).toContain(notices.wrong);
    expect(tokenOf(await logIn(visitor))).toBeDefined();
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 1 });
  },
  async account_blocked() {
    expect((await logIn(visitor)).text).toContain(notices.blocked);
    expect(tokenOf(await logIn(visitor))).toBeDefined();
  },
  async session_active() {
    expect((await logIn(visitor)).text).toContain(notices.active);
    expect(tokenOf(await logIn(visitor))).toBeDefined();
  },
  async session_ended() {
    const call = await enter();
    const { status, body } = await call(movements());
    expect([status, body.codigo]).toEqual([200, "SESION_FINALIZADA"]);
    expect((await call("/empresas")).body.codigo).toBe("SESION_FINALIZADA");
    await call("/salir", "POST");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    expect((await movementsPage(await enter(), cuenta, "202609")).movimientos).toHaveLength(75);
  },
  async unavailable() {
    expect((await visitor.get("/entrar")).status).toBe(503);
    expect((await visitor.get("/entrar")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/entrar")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(240);
  },
  async hang() {
    const hanging = visitor.get("/entrar");
    await sandbox.control("DELETE", "/portals/banco_f/faults");
    expect([200, 503]).toContain((await hanging).status);
    expect((await visitor.get("/entrar")).status).toBe(200);
  },
  async layout_changed() {
    const call = await enter();
    const [changed] = (await movementsPage(call, cuenta, "202609")).movimientos;
    expect(changed).toHaveProperty("importe");
    expect(changed).not.toHaveProperty("monto");
    expect((await movementsPage(call, cuenta, "202609")).movimientos[0]).toHaveProperty("monto");
    await fault("layout_changed");
    expect((await call("/empresas/E2/saldos")).body["saldos"]).toContainEqual(
      expect.objectContaining({ libre: expect.any(String) }),
    );
    expect((await call("/empresas/E2/saldos")).body["saldos"]).toContainEqual(
      expect.objectContaining({ disponible: expect.any(String) }),
    );
  },
  async identity_mismatch() {
    const call = await enter();
    for (const path of ["cuentas", "saldos"]) {
      const { body } = await call(`/empresas/E2/${path}`);
      expect(body["titular"]).toMatchObject({ rut: "0778792400" });
    }
    await call("/salir", "POST");
    const { body } = await (await enter())("/empresas/E2/cuentas");
    expect(body["titular"]).toMatchObject({ rut: "0765558352" });
  },
  async cut_after_alcance() {
    const call = await enter();
    expect((await call("/empresas/E2/saldos")).status).toBe(200);
    expect((await call(movements())).status).toBe(503);
    expect((await call(movements())).status).toBe(503);
    expect((await call("/empresas/E2/saldos")).status).toBe(200);
    await call("/salir", "POST");
    const again = await enter();
    expect((await again("/empresas/E2/saldos")).status).toBe(200);
    expect((await again(movements())).status).toBe(200);
  },
};

describe("the faults of banco_f", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoF.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    await fault(kind, kind === "slow" ? { delayMs: 250 } : {});
    await provoke();
  });
});
