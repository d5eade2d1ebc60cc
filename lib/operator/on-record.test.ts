import { afterAll, beforeAll, expect, test } from "vitest";
import type { SystemContext } from "#lib/db/context.ts";
import type { Database } from "#lib/db/database.ts";
import { sqlState } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { readableLog } from "#tests/support/log.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { actAsOperator } from "./index.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const action = {
  operator: "ana",
  command: "key revoke",
  subject: null,
  organization: null,
  reason: "ticket 12",
  options: {},
};
const actions = () => api.database.owner("select id from operator_actions");
const isRevoked = async (id: string) =>
  (
    await api.database.owner("select revoked_at is not null as ended from api_keys where id = $1", [
      id,
    ])
  )[0]?.["ended"];

test("a change whose row cannot be written is rolled back", async () => {
  const { id: organization, keyId } = await api.organization();
  await api.database.owner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on operator_actions execute function refuse()`);
  const asked = actAsOperator(api.deps, { ...action, organization }, async (inside) => {
    await revokeAnyApiKey(inside, keyId);
    return {};
  });
  await expect(asked).rejects.toThrow();
  await api.database.owner("drop trigger refuse on operator_actions");
  expect(await isRevoked(keyId)).toBe(false);
});

test("a change whose commit's answer is lost is logged as begun, and not as done", async () => {
  const { keyId } = await api.organization();
  const { log, lines } = readableLog();
  const { db } = api.deps;
  const transaction: typeof db.transaction = async (...given) => {
    await db.transaction(...given);
    throw new AppError("service_unavailable");
  };
  const asked = actAsOperator({ ...api.deps, db: { ...db, transaction }, log }, action, (inside) =>
    revokeAnyApiKey(inside, keyId).then(() => ({})),
  );
  await expect(asked).rejects.toMatchObject({ code: "service_unavailable" });
  expect(await isRevoked(keyId)).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: "act.begun", act: "key.revoked", subject: keyId },
  ]);
});

test("a failed or rehearsed change leaves no row and nothing behind", async () => {
  const { keyId } = await api.organization();
  const before = await actions();
  const failing = actAsOperator(api.deps, action, async (inside) => {
    await revokeAnyApiKey(inside, keyId);
    throw new AppError("forbidden");
  });
  await expect(failing).rejects.toMatchObject({ code: "forbidden" });
  const revoke = async (
    inside: SystemContext,
  ): Promise<{ revoked: string; organization?: string }> => {
    await revokeAnyApiKey(inside, keyId);
    return { revoked: keyId };
  };
  const rehearsed = await actAsOperator(api.deps, action, revoke, { rehearse: true });
  expect(rehearsed).toEqual({ revoked: keyId });
  expect(await isRevoked(keyId)).toBe(false);
  expect(await actions()).toEqual(before);
  await actAsOperator(api.deps, action, revoke);
  expect(await isRevoked(keyId)).toBe(true);
  expect(await actions()).toHaveLength(before.length + 1);
});

test.each([
  ["what answers calls reads no action", "app", "select 1 from operator_actions"],
  ["what answers calls holds nothing", "app", "insert into holds values ('system', 'x', now())"],
  ["what answers calls releases nothing", "app", "delete from holds"],
  ["the operator changes no action", "db", "update operator_actions set operator = 'nobody'"],
  ["the operator deletes no action", "db", "delete from operator_actions"],
  ["housekeeping deletes no action", "keeper", "delete from operator_actions"],
] as const)("%s", async (name, role, text) => {
  const db: Database = api.database[role];
  const asked = db.run({ name: `on_record.${name}`, text, repeatable: false }, []);
  const state = await asked.then(
    () => "was allowed",
    (error: unknown) => sqlState(error),
  );
  expect(state).toBe("42501");
});
