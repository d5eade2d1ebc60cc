import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DashboardDeps } from "./deps.ts";
import { askResetCode, resetPassword } from "#lib/identity/people/index.ts";
import type { TestApi } from "#tests/support/api.ts";
import { newOwner } from "#tests/support/dashboard-people.ts";
import type { Someone } from "#tests/support/dashboard-scene.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/dashboard.ts";
import { consent, everyGrant } from "#tests/support/grants.ts";
import { codeIn, mailsOf } from "#tests/support/visitor.ts";

let api: TestApi;
let dashboard: TestDashboard;
let close: () => Promise<void>;
let owner: Someone;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  ({ api, dashboard, close } = await emptyDashboard());
});
afterAll(() => close());
beforeEach(async () => {
  const mail = `ana${(count += 1)}@maule.example`;
  const made = await newOwner({ api, dashboard }, { mail, organization: "Con agentes" });
  ({ owner, organizationId } = made);
});

const browser = "b-1";
const password = "otra frase bien larga";
const agree = (clientId: string) =>
  consent(api.contextOf(organizationId), owner.userId, { clientId });
const ends = async () =>
  (await everyGrant(api.contextOf(organizationId))).map(({ ended }) => ended?.reason ?? "active");

/** What the person does with the code of a mail; `setPassword` in place of the library's. */
async function recover(setPassword: DashboardDeps["auth"]["setPassword"]) {
  const { deps } = dashboard;
  await askResetCode(deps, owner.mail, { browser, address: null, mark: null });
  const sent = (await mailsOf(api, dashboard, owner.mail)).at(-1);
  const given = { mail: owner.mail, code: codeIn(sent), password, browser };
  return resetPassword({ ...deps, auth: { ...deps.auth, setPassword } }, given);
}

test("a recovery that breaks off at the password has ended what agents were allowed", async () => {
  await agree("https://agente.example/c");
  const lost = new Error("the process ended here");
  await expect(recover(() => Promise.reject(lost))).rejects.toBe(lost);
  expect(await ends()).toEqual(["password_reset"]);
});

test("and so has one that breaks off right after it", async () => {
  await agree("https://agente.example/c");
  const lost = new Error("the process ended here");
  const broken = recover(async (...given) => {
    await dashboard.deps.auth.setPassword(...given);
    throw lost;
  });
  await expect(broken).rejects.toBe(lost);
  expect(await ends()).toEqual(["password_reset"]);
});

test("what is consented to until the old password and its sessions end, ends too", async () => {
  const done = await recover(async (...given) => {
    await agree("https://agente.example/late");
    await dashboard.deps.auth.setPassword(...given);
  });
  expect(done.kind).toBe("done");
  expect(await ends()).toEqual(["password_reset"]);
});
