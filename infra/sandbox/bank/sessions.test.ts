import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mainCompany, secondCompany } from "../generator/companies.ts";
import { definitions } from "../registry.ts";
import { banksUnderTest } from "../testing/banks.ts";
import { listedLogin, listedLogins } from "../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(() => sandbox.control("POST", "/reset"));
afterAll(() => sandbox.close());

test("every bank is tested here", () => {
  const tried = banksUnderTest.map(({ definition }) => definition);
  expect(tried).toEqual(definitions.filter(({ system }) => system.startsWith("banco_")));
  expect(tried.length).toBeGreaterThanOrEqual(6);
});

describe.each(banksUnderTest)("$definition.system", (bank) => {
  const { system } = bank.definition;
  const visit = () => bank.visit(`${sandbox.url}/portals/${system}`);
  const log = async () => (await sandbox.control("GET", `/portals/${system}/log`)).body;
  const pass = (minutes: number) => sandbox.control("POST", "/clock", { advance: `PT${minutes}M` });
  const { ok = "", wrong_password: wrong = "", account_blocked: blocked = "" } = bank.leads;
  const { usual } = bank.names.saldos;

  test("each login leads to what the list says", async () => {
    const logins = await listedLogins(sandbox, system);
    expect(new Set(logins.map(({ leadsTo }) => leadsTo))).toEqual(new Set(Object.keys(bank.leads)));
    expect(logins.filter(({ leadsTo }) => leadsTo === "ok").length).toBeGreaterThanOrEqual(26);
    for (const login of logins) {
      expect((await visit().logIn(login)).text).toMatch(bank.leads[login.leadsTo] ?? /never/);
    }
  });

  test("a login locks after three failures in a row, until reset", async () => {
    const visitor = visit();
    const attempt = async () => (await visitor.logIn({ ...bank.login, clave: "99999999" })).text;
    expect([await attempt(), await attempt()].join()).toMatch(wrong);
    expect((await visitor.logIn()).text).toMatch(ok);
    await visitor.logOut();
    for (const _ of [1, 2, 3]) expect(await attempt()).toMatch(wrong);
    expect((await visitor.logIn()).text).toMatch(blocked);
    expect(await log()).toMatchObject({ logins: 1, failed_logins: 6 });
    await sandbox.control("POST", "/reset");
    expect((await visit().logIn()).text).toMatch(ok);
  });

  test("pages are about the company that was chosen", async () => {
    const visitor = visit();
    await visitor.enter();
    expect((await visitor.saldos()).text).toContain(bank.companyShown(mainCompany));
    await visitor.choose(0);
    expect((await visitor.saldos()).text).toContain(bank.companyShown(secondCompany));
  });

  test("a second login is refused while the first session is open", async () => {
    const visitor = visit();
    await visitor.enter();
    expect((await visit().logIn()).text).toMatch(bank.active);
    expect((await visitor.saldos()).text).toContain(usual);
    expect(await log()).toMatchObject({ logins: 1, refused_sessions: 1, max_sessions: 1 });
  });

  test("logging out frees the session, and counts once however often it is requested", async () => {
    const visitor = visit();
    await visitor.enter();
    await visitor.logOut();
    await visitor.logOut();
    expect((await visitor.saldos()).text).toMatch(bank.ended);
    expect((await visit().logIn()).text).toMatch(ok);
    expect(await log()).toMatchObject({ logins: 2, logouts: 1 });
  });

  test("of many simultaneous logins exactly one succeeds", async () => {
    const shown = await Promise.all(Array.from({ length: 8 }, () => visit().logIn()));
    const texts = shown.map(({ text }) => text);
    expect(texts.filter((text) => new RegExp(ok).test(text))).toHaveLength(1);
    expect(texts.filter((text) => new RegExp(bank.active).test(text))).toHaveLength(7);
  });

  test("a session ends after idle minutes; a page in between keeps it alive", async () => {
    const visitor = visit();
    await visitor.enter();
    await pass(bank.idleMinutes - 1);
    expect((await visitor.saldos()).text).toContain(usual);
    await pass(bank.idleMinutes - 1);
    expect((await visit().logIn()).text).toMatch(bank.active);
    await pass(1);
    const shown = await visitor.saldos();
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(bank.ended);
    expect((await visit().logIn()).text).toMatch(ok);
  });

  test("no page behind the login is shown without a session, or without a company", async () => {
    const visitor = visit();
    for (const path of bank.inside) {
      const shown = await visitor.get(path);
      expect(shown.status).toBe(200);
      expect(shown.text).toMatch(bank.ended);
    }
    await visitor.logIn();
    const { text } = await visitor.saldos();
    if (bank.asksForCompany) expect(text).toMatch(bank.ended);
    else expect(text).toContain(usual);
  });
});

const withOtherPortal = banksUnderTest.filter(({ leads }) => "variant" in leads);
test("some banks have another portal, and some have none", () => {
  expect(withOtherPortal.length).toBeGreaterThanOrEqual(5);
  expect(withOtherPortal.length).toBeLessThan(banksUnderTest.length);
});

describe.each(withOtherPortal)("the other business portal of $definition.system", (bank) => {
  test("shows no data of this one, and lets a user leave", async () => {
    const { system } = bank.definition;
    const visitor = bank.visit(`${sandbox.url}/portals/${system}`);
    await visitor.logIn(await listedLogin(sandbox, system, (one) => one.leadsTo === "variant"));
    expect((await visitor.saldos()).text).toMatch(bank.variantRefused ?? /never/);
    await visitor.logOut();
    const { body } = await sandbox.control("GET", `/portals/${system}/log`);
    expect(body).toMatchObject({ logins: 1, logouts: 1 });
  });
});
