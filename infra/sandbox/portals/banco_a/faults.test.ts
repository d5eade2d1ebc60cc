import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { enter, logIn } from "../../testing/banco-a.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { notices } from "./entry.ts";
import { bancoA } from "./portal.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/banco_a/log")).body;
const search = { cuenta: "0", periodo: "202609" };

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_a`);
});
afterAll(() => sandbox.close());

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/banco_a/faults", { kind, ...more });
  expect(status).toBe(200);
}

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await logIn(visitor)).text).toContain(notices.wrong);
    expect((await logIn(visitor)).text).toContain("Seleccione la empresa");
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 1 });
  },
  async account_blocked() {
    expect((await logIn(visitor)).text).toContain(notices.blocked);
    expect((await logIn(visitor)).text).toContain("Seleccione la empresa");
  },
  async session_active() {
    expect((await logIn(visitor)).text).toContain(notices.active);
    expect((await logIn(visitor)).text).toContain("Seleccione la empresa");
  },
  async session_ended() {
    await enter(visitor);
    const { status, text } = await visitor.post("/cartola", search);
    expect(status).toBe(200);
    expect(text).toContain('name="clave"');
    expect(text).toContain(notices.ended);
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    await visitor.get("/salir");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    await enter(visitor);
    expect((await visitor.get("/saldos")).text).toContain("Saldos al");
  },
  async unavailable() {
    expect((await visitor.get("/ingreso")).status).toBe(503);
    expect((await visitor.get("/ingreso")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/ingreso")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  async hang() {
    const hanging = visitor.get("/ingreso");
    await vi.waitFor(async () => {
      const { body } = await sandbox.control("GET", "/portals/banco_a/faults");
      expect(body).toEqual({ faults: [] });
    });
    expect((await visitor.get("/ingreso")).status).toBe(200);
    await sandbox.control("DELETE", "/portals/banco_a/faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed() {
    await enter(visitor);
    expect(dataTable((await visitor.post("/cartola", search)).text)[0]).toContain("Giros");
    expect(dataTable((await visitor.post("/cartola", search)).text)[0]).toContain("Cargo");
  },
  async identity_mismatch() {
    await enter(visitor);
    expect((await visitor.get("/saldos")).text).toContain("77.879.240-0");
    await visitor.post("/empresas", { indice: "1" });
    expect((await visitor.get("/saldos")).text).toContain("76.555.835-2");
  },
  async cut_after_alcance() {
    await enter(visitor);
    expect((await visitor.get("/saldos")).status).toBe(200);
    expect((await visitor.post("/cartola", search)).status).toBe(503);
    expect((await visitor.post("/cartola", search)).status).toBe(503);
    expect((await visitor.get("/saldos")).status).toBe(200);
    await visitor.get("/salir");
    await enter(visitor);
    expect((await visitor.get("/saldos")).status).toBe(200);
    expect((await visitor.post("/cartola", search)).status).toBe(200);
  },
};

describe("the faults of banco_a", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoA.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    await fault(kind, kind === "slow" ? { delayMs: 250 } : {});
    await provoke();
  });

  test("last as often as asked, and end when deleted", async () => {
    await fault("unavailable", { times: 3 });
    expect((await visitor.get("/ingreso")).status).toBe(503);
    expect((await visitor.get("/ingreso")).status).toBe(503);
    const { body } = await sandbox.control("DELETE", "/portals/banco_a/faults");
    expect(body).toEqual({ faults: [] });
    expect((await visitor.get("/ingreso")).status).toBe(200);
  });

  test("a kind of another system is refused with the kinds there are", async () => {
    const { status, body } = await sandbox.control("POST", "/portals/banco_a/faults", {
      kind: "mail_lost",
    });
    expect(status).toBe(400);
    expect(body["takes"]).toMatchObject({ kind: bancoA.faults });
  });
});
