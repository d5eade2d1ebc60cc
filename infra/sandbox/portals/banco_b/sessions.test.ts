import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  callerOf,
  enter,
  logIn,
  mainChoice,
  okLogin,
  type BancoBCaller,
} from "../../testing/banco-b.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: BancoBCaller;
const another = () => callerOf(`${sandbox.url}/portals/banco_b`);
const log = async () => (await sandbox.control("GET", "/portals/banco_b/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = another();
});
afterAll(() => sandbox.close());

interface Listed {
  system: string;
  logins: { rut: string; clave: string; leadsTo: string; empresas: string[] }[];
}

async function logins() {
  const { body } = await sandbox.control<Listed[]>("GET", "/portals");
  return body.find(({ system }) => system === "banco_b")?.logins ?? [];
}

describe("the logins of banco_b", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, unknown> = {
      ok: { codigo: "00", datos: { portal: "EMPRESAS" } },
      other_company: { codigo: "00", datos: { empresas: [{ rut: "77879240-0" }] } },
      wrong_password: { codigo: "21", datos: null },
      account_blocked: { codigo: "22", datos: null },
      variant: { codigo: "00", datos: { portal: "PYME", empresas: [] } },
    };
    const all = await logins();
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const { rut, clave, leadsTo } of all) {
      const shown = await logIn(another(), { rut, clave });
      expect(shown).toMatchObject({ status: 200, ...(signs[leadsTo] as object) });
    }
  });

  test("offer two companies, and answer for the one that was chosen", async () => {
    const { datos } = await logIn(caller);
    expect(datos["empresas"]).toMatchObject([{ rut: "76177907-9" }, { rut: "76555835-2" }]);
    expect(await caller.get("/cuentas")).toMatchObject({ codigo: "98" });
    await caller.post("/sesion/empresa", mainChoice);
    expect(await caller.get("/cuentas")).toMatchObject({ rutEmpresa: "0765558352" });
    expect((await caller.post("/sesion/empresa", { idEmpresa: "EMP1" })).codigo).toBe("30");
  });

  test("of the other portal reach no data of this one, and can leave", async () => {
    const variant = (await logins()).find(({ leadsTo }) => leadsTo === "variant");
    const { datos } = await logIn(caller, variant);
    const front = await caller.page("/pyme");
    expect(String(datos["destino"])).toBe("/portals/banco_b/pyme");
    expect(await front.text()).toContain("Portal Pyme B");
    expect((await caller.post("/sesion/empresa", mainChoice)).codigo).toBe("30");
    expect((await caller.get("/cuentas")).codigo).toBe("98");
    expect((await caller.page("/pyme/salir")).headers.get("location")).toBe("/portals/banco_b/app");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("lock after three failures in a row", async () => {
    const wrong = { ...okLogin, clave: "otra" };
    for (const _ of [1, 2, 3]) expect((await logIn(caller, wrong)).codigo).toBe("21");
    expect((await logIn(caller)).codigo).toBe("22");
    expect(await log()).toMatchObject({ logins: 0, failed_logins: 4 });
  });
});

describe("one session per user", () => {
  test("a second login is refused until the first one leaves", async () => {
    await enter(caller);
    expect((await logIn(another())).codigo).toBe("23");
    await caller.post("/sesion/salir");
    await caller.post("/sesion/salir");
    expect((await caller.post("/saldos")).codigo).toBe("98");
    expect((await logIn(another())).codigo).toBe("00");
    expect(await log()).toMatchObject({
      logins: 2,
      logouts: 1,
      refused_sessions: 1,
      max_sessions: 1,
    });
  });

  test("ten idle minutes end it", async () => {
    await enter(caller);
    await sandbox.control("POST", "/clock", { advance: "PT9M" });
    expect((await caller.post("/saldos")).codigo).toBe("00");
    await sandbox.control("POST", "/clock", { advance: "PT10M" });
    expect(await caller.post("/saldos")).toMatchObject({ status: 200, codigo: "98", datos: null });
  });
});

describe("the token of banco_b", () => {
  async function raw(token: string | undefined, cookie: string): Promise<Response> {
    const headers = { cookie, ...(token === undefined ? {} : { "x-csrf-token": token }) };
    return fetch(`${sandbox.url}/portals/banco_b/api/sesion/salir`, { method: "POST", headers });
  }

  test("is spent by a POST, whose answer brings the next one", async () => {
    const page = await fetch(`${sandbox.url}/portals/banco_b/app`);
    const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const first = /name="csrf-token" content="(\w+)"/.exec(await page.text())?.[1];
    const answer = await raw(first, cookie);
    const second = answer.headers.get("x-csrf-token") ?? "";
    expect(answer.status).toBe(200);
    expect(second).not.toBe(first);
    const spent = await raw(first, cookie);
    expect([spent.status, await spent.json()]).toMatchObject([403, { codigo: "97" }]);
    expect((await raw(undefined, cookie)).status).toBe(403);
    expect((await raw(second, "")).status).toBe(403);
    expect((await raw(second, cookie)).status).toBe(200);
  });

  test("lets one of two simultaneous calls pass", async () => {
    await enter(caller);
    const both = await Promise.all([caller.post("/saldos"), caller.post("/saldos")]);
    expect(both.map(({ codigo }) => codigo).toSorted()).toEqual(["00", "97"]);
    await caller.renew();
    expect((await caller.post("/saldos")).codigo).toBe("00");
  });
});
