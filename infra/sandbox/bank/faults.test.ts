import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mainCompany, otherCompany } from "../generator/companies.ts";
import type { BankUnderTest, BankVisitor } from "../testing/bank-under-test.ts";
import { banksUnderTest } from "../testing/banks.ts";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(() => sandbox.control("POST", "/reset"));
afterAll(() => sandbox.close());

interface Scene {
  bank: BankUnderTest;
  visitor: BankVisitor;
  cuenta: string;
  control(method: string, part: string, body?: object): Promise<Record<string, unknown>>;
}

function sceneOf(bank: BankUnderTest, cuenta: string): Scene {
  const path = `/portals/${bank.definition.system}`;
  return {
    bank,
    visitor: bank.visit(`${sandbox.url}${path}`),
    cuenta,
    control: async (method, part, body) =>
      (await sandbox.control(method, `${path}/${part}`, body)).body,
  };
}

async function firstAccount({ definition }: BankUnderTest): Promise<string> {
  const path = `/portals/${definition.system}/truth?resource=cuentas`;
  const { body } = await sandbox.control<{ rows: { cuenta: string }[] }>("GET", path);
  return body.rows[0]?.cuenta ?? "";
}

async function refusesOnce(
  { bank, visitor, control }: Scene,
  sign: string | RegExp | undefined,
  counted: object,
): Promise<void> {
  expect((await visitor.logIn()).text).toMatch(sign ?? /never/);
  expect((await visitor.logIn()).text).toMatch(bank.leads["ok"] ?? /never/);
  expect(await control("GET", "log")).toMatchObject({ logins: 1, ...counted });
}

/** Each entry provokes its kind once and shows that the next request works again. */
const provoked: Record<string, (scene: Scene) => Promise<void>> = {
  wrong_password: (scene) =>
    refusesOnce(scene, scene.bank.leads["wrong_password"], { failed_logins: 1 }),
  account_blocked: (scene) =>
    refusesOnce(scene, scene.bank.leads["account_blocked"], { failed_logins: 1 }),
  session_active: (scene) => refusesOnce(scene, scene.bank.active, { refused_sessions: 1 }),
  async session_ended({ bank, visitor, cuenta, control }) {
    await visitor.enter();
    const shown = await visitor.movimientos(cuenta);
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(bank.ended);
    expect((await visitor.saldos()).text).toMatch(bank.ended);
    await visitor.logOut();
    expect(await control("GET", "log")).toMatchObject({ logins: 1, logouts: 1, downloads: 0 });
    await visitor.enter();
    expect((await visitor.movimientos(cuenta)).text).toContain(bank.names.movimientos.usual);
  },
  async unavailable({ bank, visitor }) {
    expect((await visitor.get(bank.front)).status).toBe(503);
    expect((await visitor.get(bank.front)).status).toBe(200);
  },
  async slow({ bank, visitor }) {
    const from = performance.now();
    expect((await visitor.get(bank.front)).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(240);
  },
  async hang({ bank, visitor, control }) {
    const hanging = visitor.get(bank.front);
    await expect.poll(() => control("GET", "faults")).toEqual({ faults: [] });
    expect((await visitor.get(bank.front)).status).toBe(200);
    await control("DELETE", "faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed({ bank, visitor, cuenta, control }) {
    await visitor.enter();
    const { movimientos, saldos } = bank.names;
    const changed = await visitor.movimientos(cuenta);
    expect(changed.text).toContain(movimientos.changed);
    expect(changed.text).not.toContain(movimientos.usual);
    expect((await visitor.movimientos(cuenta)).text).toContain(movimientos.usual);
    await control("POST", "faults", { kind: "layout_changed" });
    expect((await visitor.saldos()).text).toContain(saldos.changed);
    expect((await visitor.saldos()).text).toContain(saldos.usual);
  },
  async identity_mismatch({ bank, visitor }) {
    await visitor.enter();
    expect((await visitor.saldos()).text).toContain(bank.companyShown(otherCompany));
    await visitor.logOut();
    await visitor.enter();
    expect((await visitor.saldos()).text).toContain(bank.companyShown(mainCompany));
  },
  async cut_after_alcance({ visitor, cuenta }) {
    const statuses = async () => [
      (await visitor.saldos()).status,
      (await visitor.movimientos(cuenta)).status,
    ];
    await visitor.enter();
    expect([await statuses(), await statuses()]).toEqual([
      [200, 503],
      [200, 503],
    ]);
    await visitor.logOut();
    await visitor.enter();
    expect(await statuses()).toEqual([200, 200]);
  },
};

describe.each(banksUnderTest)("the faults of $definition.system", (bank) => {
  const { definition, front } = bank;
  let scene: Scene;
  let cuenta: string;
  beforeAll(async () => {
    cuenta = await firstAccount(bank);
  });
  beforeEach(() => {
    scene = sceneOf(bank, cuenta);
  });

  test("are those of every bank; its own tests provoke any others", () => {
    const own: Record<string, string[]> = { banco_e: ["device_approval_pending"] };
    expect(definition.faults.toSorted()).toEqual(
      [...Object.keys(provoked), ...(own[definition.system] ?? [])].toSorted(),
    );
  });

  test.each(Object.entries(provoked))(
    "the portal can be made to show: %s",
    async (kind, provoke) => {
      await scene.control("POST", "faults", { kind, ...(kind === "slow" ? { delayMs: 250 } : {}) });
      await provoke(scene);
    },
  );

  test("last as often as requested, and end when deleted", async () => {
    await scene.control("POST", "faults", { kind: "unavailable", times: 3 });
    expect((await scene.visitor.get(front)).status).toBe(503);
    expect((await scene.visitor.get(front)).status).toBe(503);
    expect(await scene.control("DELETE", "faults")).toEqual({ faults: [] });
    expect((await scene.visitor.get(front)).status).toBe(200);
  });

  test("a kind of another system is refused with the kinds there are", async () => {
    const asked = await scene.control("POST", "faults", { kind: "mail_lost" });
    expect(asked["takes"]).toMatchObject({ kind: definition.faults });
  });
});
