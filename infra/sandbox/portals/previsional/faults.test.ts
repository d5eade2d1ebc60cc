import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, type Caller } from "../../testing/previsional.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { previsional } from "./portal.ts";

let sandbox: TestSandbox;
let caller: Caller;
const another = () => callerOf(`${sandbox.url}/portals/previsional`);
const list = (what: "nominas" | "planillas") => caller.call(`${what}.lista`, { periodo: "092026" });

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  await sandbox.control("PATCH", "/portals/previsional", { exportMs: 0 });
  caller = another();
});
afterAll(() => sandbox.close());

async function fault(kind: string, delayMs?: number): Promise<void> {
  const { status } = await sandbox.control("POST", "/portals/previsional/faults", {
    kind,
    ...(delayMs === undefined ? {} : { delayMs }),
  });
  expect(status).toBe(200);
}

async function refusedOnce(code: number): Promise<void> {
  expect((await caller.logIn()).code).toBe(code);
  expect((await caller.logIn()).code).toBe(0);
}

async function ordered(): Promise<string> {
  const [first] = (await list("nominas")).all("nomina");
  const order = await caller.call("nominas.exportar", { nomina: first?.["id"] ?? "" });
  return order.text("trabajo") ?? "";
}

/** Each entry provokes its kind once and shows that the next call works again. */
const provoked: Record<string, () => Promise<void>> = {
  wrong_password: () => refusedOnce(101),
  account_blocked: () => refusedOnce(102),
  session_active: () => refusedOnce(103),
  async session_ended() {
    await caller.enter();
    expect((await list("nominas")).code).toBe(110);
    expect((await list("nominas")).code).toBe(110);
    await caller.enter();
    expect((await list("nominas")).code).toBe(0);
  },
  async unavailable() {
    expect((await caller.logIn()).status).toBe(503);
    expect((await caller.logIn()).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await caller.logIn()).code).toBe(0);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  async hang() {
    const hanging = caller.logIn();
    const pending = () => sandbox.control("GET", "/portals/previsional/faults");
    await expect.poll(pending).toMatchObject({ body: { faults: [] } });
    expect((await another().logIn()).code).toBe(0);
    await sandbox.control("DELETE", "/portals/previsional/faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed() {
    await caller.enter();
    expect((await list("nominas")).all("nomina")[0]).not.toHaveProperty("monto");
    expect((await list("nominas")).all("nomina")[0]).toHaveProperty("monto");
  },
  async identity_mismatch() {
    expect((await caller.enter()).text("rut")).toBe("77879240-0");
    expect((await list("nominas")).text("rut")).toBe("77879240-0");
    await caller.call("empresa.elegir", { rut: "76555835-2" });
    expect((await list("nominas")).text("rut")).toBe("76555835-2");
  },
  async cut_after_alcance() {
    await caller.enter();
    expect((await list("nominas")).status).toBe(200);
    expect((await list("planillas")).status).toBe(503);
    expect((await list("nominas")).status).toBe(200);
    await caller.call("sesion.cerrar");
    await caller.enter();
    expect((await list("nominas")).status).toBe(200);
    expect((await list("planillas")).status).toBe(200);
  },
  async export_late() {
    await caller.enter();
    const trabajo = await ordered();
    const advance = async () => (await caller.call("trabajo.avance", { trabajo })).text("avance");
    expect([await advance(), await advance()]).toEqual(["1", "2"]);
  },
  async export_cut() {
    await caller.enter();
    const file = async () => {
      const answer = await caller.call("trabajo.archivo", { trabajo: await ordered() });
      return Buffer.from(answer.text("archivo") ?? "", "base64");
    };
    const [cut, whole] = [await file(), await file()];
    expect(cut).toEqual(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(whole.toString("latin1").endsWith("\r\n")).toBe(true);
  },
  async sum_differs() {
    await caller.enter();
    const first = async () => Number((await list("planillas")).text("nominal"));
    expect(await first()).toBe((await first()) + 1000);
  },
};

const delays: Record<string, number> = { slow: 250 };

describe("the faults of previsional", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(previsional.faults.toSorted());
  });

  test.each(Object.entries(provoked))("the portal can be made to show: %s", async (kind, look) => {
    await fault(kind, delays[kind]);
    await look();
  });
});
