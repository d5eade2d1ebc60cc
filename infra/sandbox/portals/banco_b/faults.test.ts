import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, enter, logIn, type BancoBCaller } from "../../testing/banco-b.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { bancoB } from "./portal.ts";

let sandbox: TestSandbox;
let caller: BancoBCaller;
const month = { mes: "202610" };
const log = async () => (await sandbox.control("GET", "/portals/banco_b/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = callerOf(`${sandbox.url}/portals/banco_b`);
  await caller.renew();
});
afterAll(() => sandbox.close());

/** Each entry provokes its kind once and shows that the next request is well again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await logIn(caller)).codigo).toBe("21");
    expect((await logIn(caller)).codigo).toBe("00");
  },
  async account_blocked() {
    expect((await logIn(caller)).codigo).toBe("22");
    expect((await logIn(caller)).codigo).toBe("00");
  },
  async session_active() {
    expect((await logIn(caller)).codigo).toBe("23");
    expect((await logIn(caller)).codigo).toBe("00");
  },
  async session_ended() {
    await enter(caller);
    expect(await caller.post("/saldos")).toMatchObject({ status: 200, codigo: "98" });
    expect((await caller.post("/nominas", month)).codigo).toBe("98");
    await caller.post("/sesion/salir");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    await enter(caller);
    expect((await caller.post("/saldos")).codigo).toBe("00");
  },
  async unavailable() {
    expect((await logIn(caller)).status).toBe(503);
    expect((await logIn(caller)).codigo).toBe("00");
  },
  async slow() {
    const from = performance.now();
    expect((await logIn(caller)).codigo).toBe("00");
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  async hang() {
    const hanging = caller.page("/app");
    expect((await caller.page("/app")).status).toBe(200);
    await sandbox.control("DELETE", "/portals/banco_b/faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed() {
    await enter(caller);
    const first = async () => ((await caller.post("/saldos")).datos["saldos"] as object[])[0];
    expect(await first()).not.toHaveProperty("saldoContable");
    expect(await first()).toHaveProperty("saldoContable");
  },
  async identity_mismatch() {
    expect((await enter(caller)).rutEmpresa).toBe("0778792400");
    expect((await caller.post("/saldos")).rutEmpresa).toBe("0778792400");
    await caller.post("/sesion/empresa", { idEmpresa: "EMP76555835" });
    expect((await caller.post("/saldos")).rutEmpresa).toBe("0765558352");
  },
  async cut_after_alcance() {
    await enter(caller);
    expect((await caller.post("/saldos")).status).toBe(200);
    expect((await caller.post("/nominas", month)).status).toBe(503);
    expect((await caller.post("/nominas", month)).status).toBe(503);
    expect((await caller.post("/saldos")).status).toBe(200);
    await caller.post("/sesion/salir");
    await enter(caller);
    expect((await caller.post("/saldos")).status).toBe(200);
    expect((await caller.post("/nominas", month)).status).toBe(200);
  },
};

describe("the faults of banco_b", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(bancoB.faults.toSorted());
  });

  test.each(Object.entries(provoked))("%s", async (kind, provoke) => {
    const fault = { kind, ...(kind === "slow" ? { delayMs: 250 } : {}) };
    expect((await sandbox.control("POST", "/portals/banco_b/faults", fault)).status).toBe(200);
    await provoke();
  });
});

test("every list has a field that can change its name", async () => {
  await enter(caller);
  const { datos } = await caller.get("/cuentas");
  const [account] = datos["cuentas"] as { numero: string }[];
  const range = { desde: "20261001", hasta: "20261031" };
  const batches = (await caller.post("/nominas", month)).datos["nominas"] as { idNomina: string }[];
  const cases: [string, object, string, string][] = [
    ["/movimientos/en-linea", { cuenta: account?.numero }, "movimientos", "cargo"],
    ["/movimientos/cartola-historica", { cuenta: account?.numero, ...month }, "detalle", "monto"],
    ["/transferencias/enviadas", range, "enviadas", "numTransaccion"],
    ["/transferencias/recibidas", range, "recibidas", "nroOperacion"],
    ["/nominas", month, "nominas", "idNomina"],
    ["/nominas/detalle", { idNomina: batches[0]?.idNomina }, "pagos", "numLinea"],
  ];
  for (const [path, body, name, field] of cases) {
    await sandbox.control("POST", "/portals/banco_b/faults", { kind: "layout_changed" });
    const fields = async () =>
      Object.keys(((await caller.post(path, body)).datos[name] as object[])[0] ?? {});
    expect(await fields()).not.toContain(field);
    expect(await fields()).toContain(field);
  }
});
