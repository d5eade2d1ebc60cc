import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerOf, logIn, okLogin, tokenOf, type Caller } from "../../testing/banco-f.ts";
import { listedLogin, listedLogins } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf } from "../../testing/visitor.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let url: string;
const log = async () => (await sandbox.control("GET", "/portals/banco_f/log")).body;
const attempt = (login = okLogin) => logIn(visitorOf(url), login);
const enter = async (login = okLogin): Promise<Caller> =>
  callerOf(url, tokenOf(await attempt(login)));

beforeAll(async () => {
  sandbox = await startTestSandbox();
  url = `${sandbox.url}/portals/banco_f`;
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
});
afterAll(() => sandbox.close());

describe("the logins of banco_f", () => {
  test("lead where the list says", async () => {
    const signs: Record<string, string> = {
      ok: "/portals/banco_f/app",
      other_company: "/portals/banco_f/app",
      wrong_password: notices.wrong,
      account_blocked: notices.blocked,
      variant: "/portals/banco_f/mercados",
    };
    const all = await listedLogins(sandbox, "banco_f");
    expect(new Set(all.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(signs)));
    expect(all.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const login of all) {
      expect((await attempt(login)).text).toContain(signs[login.leadsTo]);
    }
  });

  test("offer two companies to the first one, and one that is not ours to the other", async () => {
    const ids = async (call: Caller) =>
      ((await call("/empresas")).body["empresas"] as { id: string; rut: string }[]).map(
        ({ id, rut }) => [id, rut],
      );
    expect(await ids(await enter())).toEqual([
      ["E1", "0761779079"],
      ["E2", "0765558352"],
    ]);
    const login = await listedLogin(sandbox, "banco_f", (one) => one.leadsTo === "other_company");
    const stranger = await enter(login);
    expect(await ids(stranger)).toEqual([["E1", "0778792400"]]);
    expect((await stranger("/empresas/E2/saldos")).status).toBe(404);
  });

  test("of the other business portal reach no data, and can leave", async () => {
    const call = await enter(
      await listedLogin(sandbox, "banco_f", (one) => one.leadsTo === "variant"),
    );
    for (const path of ["/empresas", "/empresas/E1/saldos"]) {
      expect((await call(path)).body.codigo).toBe("CANAL_NO_HABILITADO");
    }
    expect((await call("/salir", "POST")).body.codigo).toBe("OK");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });
});

describe("one session per user", () => {
  test("a second login is refused while the first session is open", async () => {
    const call = await enter();
    expect((await attempt()).text).toContain(notices.active);
    expect((await call("/empresas/E2/saldos")).body.codigo).toBe("OK");
    expect(await log()).toMatchObject({ logins: 1, refused_sessions: 1, max_sessions: 1 });
  });

  test("leaving makes room, and counts once however often it is asked for", async () => {
    const call = await enter();
    await call("/salir", "POST");
    await call("/salir", "POST");
    expect((await call("/empresas")).body.codigo).toBe("SESION_FINALIZADA");
    expect(tokenOf(await attempt())).toBeDefined();
    expect(await log()).toMatchObject({ logins: 2, logouts: 1 });
  });

  test("of many logins at once one gets in", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => attempt()));
    expect(shown.filter((one) => tokenOf(one))).toHaveLength(1);
    expect(shown.filter(({ text }) => text.includes(notices.active))).toHaveLength(7);
  });

  test("five idle minutes end a session; a call in between keeps it", async () => {
    const call = await enter();
    await sandbox.control("POST", "/clock", { advance: "PT4M" });
    expect((await call("/empresas")).body.codigo).toBe("OK");
    await sandbox.control("POST", "/clock", { advance: "PT5M" });
    expect((await call("/empresas")).body.codigo).toBe("SESION_FINALIZADA");
    expect(tokenOf(await attempt())).toBeDefined();
  });

  test("no call answers without a token of an open session", async () => {
    await enter();
    for (const call of [callerOf(url, undefined), callerOf(url, "otro")]) {
      for (const path of ["/empresas", "/empresas/E2/cuentas", "/empresas/E2/saldos"]) {
        expect(await call(path)).toEqual({
          status: 200,
          body: { codigo: "SESION_FINALIZADA", mensaje: notices.ended },
        });
      }
    }
  });
});
