import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { definitions, download, enter, logIn } from "../../testing/banco-c.ts";
import { listedLogin } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { bancoC } from "./portal.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/banco_c/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_c`);
});
afterAll(() => sandbox.close());

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/banco_c/faults", { kind, ...more });
  expect(status).toBe(200);
}

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await logIn(visitor)).text).toContain(notices.wrong);
    expect((await logIn(visitor)).text).toContain("Bienvenido");
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 1 });
  },
  async account_blocked() {
    expect((await logIn(visitor)).text).toContain(notices.blocked);
    expect((await logIn(visitor)).text).toContain("Bienvenido");
  },
  async session_active() {
    expect((await logIn(visitor)).text).toContain(notices.active);
    expect((await logIn(visitor)).text).toContain("Bienvenido");
  },
  async session_ended() {
    await enter(visitor);
    const { status, text, contentType } = await download(visitor, 1, "2026-09");
    expect([status, contentType]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(text).toContain(notices.ended);
    expect((await visitor.get("/saldos")).text).toContain(notices.ended);
    await visitor.get("/salir");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1, downloads: 0 });
    await enter(visitor);
    expect((await download(visitor, 1, "2026-09")).contentType).toContain("text/csv");
  },
  async unavailable() {
    expect((await visitor.get("/acceso")).status).toBe(503);
    expect((await visitor.get("/acceso")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/acceso")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(240);
  },
  async hang() {
    const hanging = visitor.get("/acceso");
    await sandbox.control("DELETE", "/portals/banco_c/faults");
    expect([200, 503]).toContain((await hanging).status);
    expect((await visitor.get("/acceso")).status).toBe(200);
  },
  async layout_changed() {
    await enter(visitor);
    expect((await download(visitor, 1, "2026-09")).text).toContain(";Giros;Abono;");
    expect((await download(visitor, 1, "2026-09")).text).toContain(";Cargo;Abono;");
    await fault("layout_changed", { times: 3 });
    expect(definitions((await visitor.get("/saldos")).text)[0]).toHaveProperty(["Monto girable"]);
    expect(definitions((await visitor.get("/cartolas/1/092026")).text)[0]).toHaveProperty([
      "Saldo al cierre",
    ]);
    const cards = "/tarjetas?tarjeta=1&estado=F&mes=092026";
    expect(dataTable((await visitor.get(cards)).text)[0]).toContain("Valor");
    expect(dataTable((await visitor.get(cards)).text)[0]).toContain("Monto");
  },
  async identity_mismatch() {
    await enter(visitor);
    expect((await visitor.get("/saldos")).text).toContain("RUT 77.879.240-0");
    await visitor.post("/empresa", { empresa: "2" });
    expect((await visitor.get("/saldos")).text).toContain("RUT 76.555.835-2");
  },
  async cut_after_alcance() {
    await enter(visitor);
    expect((await visitor.get("/saldos")).status).toBe(200);
    expect((await download(visitor, 1, "2026-09")).status).toBe(503);
    expect((await visitor.get("/tarjetas?tarjeta=1&estado=N")).status).toBe(503);
    expect((await visitor.get("/saldos")).status).toBe(200);
    await visitor.get("/salir");
    await enter(visitor);
    expect((await visitor.get("/saldos")).status).toBe(200);
    expect((await download(visitor, 1, "2026-09")).status).toBe(200);
  },
};

describe("the faults of banco_c", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoC.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    await fault(kind, kind === "slow" ? { delayMs: 250 } : {});
    await provoke();
  });

  test("a login that never chooses a company can meet a stranger's too", async () => {
    await fault("identity_mismatch");
    const login = await listedLogin(sandbox, "banco_c", ({ rut }) => rut.startsWith("16000001-"));
    expect((await logIn(visitor, login)).text).toContain("RUT 77.879.240-0");
  });
});
