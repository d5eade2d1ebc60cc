import { describe, expect, test } from "vitest";
import { SessionEnded } from "#lib/contract/index.ts";
import { companyRut, month, untold, type BankScene } from "../scenes/bank-scene.ts";
import { rewritingProxy } from "../servers/rewriting-proxy.ts";

export interface BankRules {
  /** A wrong password of valid form. */
  wrongClave: string;
  /** The modules; the first one is read before the others. */
  alcances: readonly [string, string, ...string[]];
  /** How many pages of a module a renamed column must affect, if the first one is not enough. */
  renamedPages?: Readonly<Record<string, number>>;
  /** Modules for which the portal keeps every month. */
  keptForever?: readonly string[];
  /** Modules that know which months the portal offers, and report that another month has no more. */
  tellsMonths?: readonly string[];
  /** Makes the first account of a page unreadable. */
  unreadable: { printed: RegExp; as: string };
  /** Whether the bank has another business portal. */
  otherPortal?: boolean;
}

const now = month("2026-11");
const past = month("2026-10");

/** What applies to every bank, whatever its portal. Call it at the top of a driver's test file. */
export function describeBankRules(
  bank: BankScene,
  {
    wrongClave,
    alcances,
    renamedPages,
    keptForever = [],
    tellsMonths = [],
    unreadable,
    otherPortal = true,
  }: BankRules,
): void {
  const [first, second, ...others] = alcances;
  const { rut, clave } = bank.credential;

  describe("a login that opens nothing", () => {
    test.each([
      ["rejected", { rut: "11111111-1", clave: wrongClave }],
      ["blocked", { rut: "9876543-3", clave }],
      ["company_not_offered", { rut: "15151515-0", clave }],
      ...(otherPortal ? [["variant_unsupported", { rut: "13131313-6", clave }] as const] : []),
    ] as const)("ends as %s, and leaves no session behind", async (kind, credential) => {
      const { driver } = await bank.open();
      expect(await driver.login(credential, companyRut, untold)).toEqual({ kind });
      await driver.logout();
      const { logins, logouts } = await bank.log();
      expect(logouts).toBe(logins);
    });

    test("the faults of a login end as what they are, without a logout", async () => {
      const { driver } = await bank.open();
      for (const [kind, outcome] of [
        ["wrong_password", "rejected"],
        ["account_blocked", "blocked"],
        ["session_active", "busy"],
      ] as const) {
        await bank.fault(kind);
        expect(await driver.login(bank.credential, companyRut, untold)).toEqual({ kind: outcome });
        await driver.logout();
      }
      expect(await bank.log()).toMatchObject({ logins: 0, logouts: 0 });
    });

    test("ends as busy during another session, which it leaves alone", async () => {
      const holder = await bank.enter();
      const { driver } = await bank.open();
      expect(await driver.login(bank.credential, companyRut, untold)).toEqual({ kind: "busy" });
      await driver.logout();
      expect(await holder.read(first, now)).toMatchObject({ completo: true });
      await holder.logout();
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, refused_sessions: 1 });
    });

    test("another company than the chosen one is a mismatch, and is left", async () => {
      await bank.fault("identity_mismatch");
      const { driver } = await bank.open();
      await expect(driver.login(bank.credential, companyRut, untold)).rejects.toMatchObject({
        code: "connection_identity_mismatch",
      });
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
    });

    test("a portal that is down is an upstream error", async () => {
      await bank.fault("unavailable");
      const { driver } = await bank.open();
      await expect(driver.login(bank.credential, companyRut, untold)).rejects.toMatchObject({
        code: "upstream_error",
      });
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 0, logouts: 0 });
    });

    test("is made of a password that leaves once, and not before it may", async () => {
      const { driver } = await bank.open();
      const kept = new Error("kept");
      const submitting = (): Promise<void> => Promise.reject(kept);
      const wrong = { rut: "11111111-1", clave: wrongClave };
      await expect(driver.login(wrong, companyRut, { submitting })).rejects.toBe(kept);
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 0, logouts: 0, failed_logins: 0 });
      let told = 0;
      const counting = { submitting: async () => void (told += 1) };
      expect(await driver.login(wrong, companyRut, counting)).toEqual({ kind: "rejected" });
      expect(told).toBe(1);
      expect(await bank.log()).toMatchObject({ failed_logins: 1 });
    });

    test("a company is found by its RUT alone, and only a list of one needs none", async () => {
      const { driver } = await bank.open();
      expect(await driver.login({ rut, clave }, null, untold)).toEqual({
        kind: "company_not_offered",
      });
      await driver.logout();
      expect(await driver.login({ rut: "16000001-5", clave }, null, untold)).toMatchObject({
        kind: "ok",
        company: { rut: "77100101-7" },
      });
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 2, logouts: 2 });
    });
  });

  describe("an account that cannot be read", () => {
    test.each([first, second])("makes %s partial, and the others are there", async (alcance) => {
      const { printed, as } = unreadable;
      const proxy = await rewritingProxy(bank.origin(), (body) => body.replace(printed, as));
      const baseUrl = `${proxy.url}/portals/${bank.system}`;
      try {
        const driver = await bank.enter({ baseUrl });
        const reading = await driver.read(alcance, now);
        expect(reading).toMatchObject({ incompletos: 1, completo: false });
        expect(bank.records(reading, "cuentas")).toHaveLength(2);
        const others = new Set(bank.records(reading, alcance).map(({ account }) => account));
        expect(others.size).toBeGreaterThanOrEqual(2);
        await driver.logout();
      } finally {
        proxy.close();
      }
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
    });
  });

  describe("a fault in the middle of reading", () => {
    test("each kind ends in its code, and all of them in one logout", async () => {
      const driver = await bank.enter();
      for (const alcance of alcances) {
        for (const [kind, code] of [
          ["unavailable", "upstream_error"],
          ["layout_changed", "upstream_unexpected_response"],
        ] as const) {
          const pages = kind === "layout_changed" ? renamedPages?.[alcance] : undefined;
          await bank.fault(kind, { times: pages ?? 1 });
          await expect(driver.read(alcance, alcance === first ? now : past)).rejects.toMatchObject({
            code,
          });
        }
      }
      expect(await bank.pendingFaults()).toEqual([]);
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
    });

    test("slow answers are waited for", async () => {
      const driver = await bank.enter();
      await bank.fault("slow", { times: 2, delayMs: 400 });
      expect(await driver.read(first, now)).toMatchObject({ completo: true });
      await driver.logout();
    });

    test("a worker that is stopped while the portal hangs still leaves", async () => {
      const stop = new AbortController();
      const driver = await bank.enter({ signal: stop.signal });
      await bank.fault("hang");
      const stopped = new Error("the worker stops");
      const reading = expect(driver.read(second, past)).rejects.toBe(stopped);
      await expect.poll(bank.pendingFaults).toEqual([]);
      stop.abort(stopped);
      await reading;
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
    });

    test("a session that the portal ended can be opened again, whichever page says so", async () => {
      const driver = await bank.enter();
      for (const alcance of [first, second, ...others]) {
        const periodo = alcance === first ? now : past;
        await bank.fault("session_ended");
        await expect(driver.read(alcance, periodo)).rejects.toBeInstanceOf(SessionEnded);
        expect(await driver.login(bank.credential, companyRut, untold)).toMatchObject({
          kind: "ok",
        });
      }
      expect(await driver.read(second, past)).toMatchObject({ completo: true });
      await driver.logout();
      const { logins } = await bank.log();
      expect(logins).toBe(alcances.length + 1);
      expect(await bank.log()).toMatchObject({ max_sessions: 1 });
    }, 30_000);

    test("a portal that goes down after one module still gave that one", async () => {
      await bank.fault("cut_after_alcance");
      const driver = await bank.enter();
      expect(await driver.read(first, now)).toMatchObject({ completo: true });
      for (const alcance of [second, ...others]) {
        await expect(driver.read(alcance, past)).rejects.toMatchObject({ code: "upstream_error" });
      }
      await driver.logout();
      expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
    });

    test("a month that the portal does not keep is not read as an empty one", async () => {
      const driver = await bank.enter();
      const limited = [second, ...others].filter((id) => !keptForever.includes(id));
      for (const alcance of tellsMonths) {
        const reading = await driver.read(alcance, month("2019-01"));
        const { incompletos, completo, completoPorCuenta = {}, cortadas } = reading;
        expect({ incompletos, completo }).toEqual({ incompletos: 0, completo: false });
        expect(cortadas).toEqual(Object.keys(completoPorCuenta));
        expect(cortadas).toHaveLength(3);
        expect(bank.records(reading, alcance)).toEqual([]);
      }
      for (const alcance of limited.filter((id) => !tellsMonths.includes(id))) {
        await expect(driver.read(alcance, month("2019-01"))).rejects.toMatchObject({
          code: "upstream_unexpected_response",
        });
      }
      await driver.logout();
    });
  });
}
