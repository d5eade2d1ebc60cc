import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DashboardDeps } from "./deps.ts";
import {
  askResetCode,
  changePassword,
  endEverything,
  register,
  resetPassword,
} from "#lib/identity/people/index.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { password as ownPassword, type Someone } from "#tests/support/scenes/dashboard-scene.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { consent, everyGrant } from "#tests/support/scenes/grants.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { codeIn, mailsOf } from "#tests/support/scenes/visitor.ts";
import { readableLog } from "#tests/support/log.ts";

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

/** What the person does with the mailed code; `setPassword` replaces the library's. */
async function recover(
  setPassword: DashboardDeps["auth"]["setPassword"],
  mail = owner.mail,
  more: Partial<DashboardDeps["auth"]> = {},
  deps = dashboard.deps,
) {
  await askResetCode(deps, mail, { browser, address: null, mark: null });
  const sent = (await mailsOf(api, dashboard, mail)).at(-1);
  const given = { mail, code: codeIn(sent), password, browser };
  return resetPassword({ ...deps, auth: { ...deps.auth, setPassword, ...more } }, given);
}

test("a recovery that breaks off at the password has ended what agents were allowed", async () => {
  await agree("https://agente.example/c");
  const lost = new Error("the process ended here");
  await expect(recover(() => Promise.reject(lost))).rejects.toBe(lost);
  expect(await ends()).toEqual(["password_reset"]);
});

test("so does one that breaks off right after it", async () => {
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

test("nobody can sign up with the mail address between the new password and its confirmation", async () => {
  const { deps } = dashboard;
  const mail = `nueva-${owner.mail}`;
  const sign = (name: string, by: string) => {
    const typed = { name, mail, password: `la frase que eligió ${name}`, invitation: null };
    return register(deps, typed, { browser: by, address: null });
  };
  await sign("Ana", browser);
  api.clock.advance(61_000);
  const thief: ReturnType<typeof register>[] = [];
  await recover(deps.auth.setPassword, mail, {
    confirmMail: async (confirmed) => {
      api.clock.advance(61_000);
      const signing = sign("Otro", "b-2");
      thief.push(signing);
      expect(await endsOrWaits(api.database, signing)).toBe("waits");
      return deps.auth.confirmMail(confirmed);
    },
  });
  await Promise.all(thief);
  const given = { email: mail, password: "la frase que eligió Otro" };
  expect(await deps.auth.signIn(given, new Headers())).toEqual({ kind: "refused" });
  const own = await deps.auth.signIn({ email: mail, password }, new Headers());
  expect(own.kind).toBe("signed_in");
});

/** Requests with a session that existed before. */
const asOwner = () => ({
  sessionId: "ses_old",
  userId: owner.userId,
  email: owner.mail,
  emailVerified: true,
  name: "Ana Soto",
  signedInAt: api.clock.now(),
});

test("somebody who knows the old password cannot change a newer one, however short the interval", async () => {
  const { deps } = dashboard;
  const thief: ReturnType<typeof changePassword>[] = [];
  await recover(async (...given) => {
    const typed = { current: ownPassword, next: "la frase de otra persona" };
    const changing = changePassword(deps, asOwner(), typed, { address: null });
    thief.push(changing);
    expect(await endsOrWaits(api.database, changing)).toBe("waits");
    await deps.auth.setPassword(...given);
  });
  expect(await Promise.all(thief)).toEqual([{ kind: "refused" }]);
  const own = await deps.auth.signIn({ email: owner.mail, password }, new Headers());
  expect(own.kind).toBe("signed_in");
});

test("what a session consents to until all of them end, ends too", async () => {
  const { deps } = dashboard;
  const endSessions: typeof deps.auth.endSessions = async (userId) => {
    await agree("https://agente.example/late");
    await deps.auth.endSessions(userId);
  };
  const ctx = { ...deps, auth: { ...deps.auth, endSessions } };
  await endEverything(ctx, asOwner(), { applications: true });
  expect(await ends()).toEqual(["password_reset"]);
});

test("the log tells a restored database of another password, and of each application that it ended", async () => {
  const { id: grant } = await agree("https://agente.example/c");
  const { log, lines } = readableLog();
  const deps = { ...dashboard.deps, log };
  await recover(deps.auth.setPassword, owner.mail, {}, deps);
  const typed = { current: password, next: "una tercera frase larga" };
  expect((await changePassword(deps, asOwner(), typed, { address: null })).kind).toBe("done");
  const acts = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(
    acts.filter(({ event }) => event === "act.done").map(({ act, subject }) => [act, subject]),
  ).toEqual([
    ["grant.ended", grant],
    ["password.changed", owner.userId],
    ["password.changed", owner.userId],
  ]);
});
