import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, enter, logIn, mainChoice, type BancoBCaller } from "../../testing/banco-b.ts";
import { listedLogin } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: BancoBCaller;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = callerOf(`${sandbox.url}/portals/banco_b`);
});
afterAll(() => sandbox.close());

describe("the token of banco_b", () => {
  async function raw(token: string | undefined, cookie: string): Promise<Response> {
    const headers = { cookie, ...(token === undefined ? {} : { "x-csrf-token": token }) };
    return fetch(`${sandbox.url}/portals/banco_b/api/sesion/salir`, { method: "POST", headers });
  }

  test("is consumed by a POST, whose answer brings the next one", async () => {
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

  test("lets one of two simultaneous calls through", async () => {
    await enter(caller);
    const both = await Promise.all([caller.post("/saldos"), caller.post("/saldos")]);
    expect(both.map(({ codigo }) => codigo).toSorted()).toEqual(["00", "97"]);
    await caller.renew();
    expect((await caller.post("/saldos")).codigo).toBe("00");
  });
});

test("a user of the other portal is sent to its front page, and logs out at its own address", async () => {
  const variant = await listedLogin(sandbox, "banco_b", (one) => one.leadsTo === "variant");
  const { datos } = await logIn(caller, variant);
  expect(datos["destino"]).toBe("/portals/banco_b/pyme");
  expect(await (await caller.page("/pyme")).text()).toContain("Portal Pyme B");
  expect((await caller.post("/sesion/empresa", mainChoice)).codigo).toBe("30");
  const left = await caller.page("/pyme/salir");
  expect(left.headers.get("location")).toBe("/portals/banco_b/app");
  const { body } = await sandbox.control("GET", "/portals/banco_b/log");
  expect(body).toMatchObject({ logins: 1, logouts: 1 });
});

test("a company that was not offered cannot be chosen", async () => {
  await enter(caller);
  expect((await caller.post("/sesion/empresa", { idEmpresa: "EMP1" })).codigo).toBe("30");
  expect(await caller.get("/cuentas")).toMatchObject({ rutEmpresa: "0765558352" });
});

test("every list has a field whose name can change", async () => {
  const month = { mes: "202610" };
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
