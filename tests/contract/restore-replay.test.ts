import { afterAll, beforeAll, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { replayActs } from "#lib/restore/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";

// One line that cannot be repeated must not stop the others.

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const replay = (since: Date, acts: readonly object[]) => {
  const as = (id: string) => ({
    ...api.contextOf(id),
    actor: actors.operator("ana"),
    vault: api.deps.vault,
  });
  const lines = acts.map((act) => JSON.stringify({ event: "act.done", ...act }));
  return replayActs(api.deps, as, { lines, since });
};

test("an organization with an unknown outcome is deleted again anyway", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  await plantOperation(api, id, { preparationId, state: "unknown" });
  const at = api.clock.now().toISOString();
  const until = new Date(api.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const line = { at, act: "organization.deleted", subject: id, until };
  expect(await replay(new Date(at), [line])).toEqual({ done: 1, unknown: 0, byHand: [] });
  const [row] = await api.database.owner("select deletes_at from organizations where id = $1", [
    id,
  ]);
  const off = Number(row?.["deletes_at"]) - Date.parse(until);
  expect(Math.abs(off)).toBeLessThan(60_000);
});

test("the removal of an owner whose successor came later is left to the operator, and the rest is done", async () => {
  const { id, keyId } = await api.organization();
  const owner = await plantMember(api.database, id);
  const since = api.clock.now();
  const at = since.toISOString();
  const later = new Date(since.getTime() + 1).toISOString();
  const replayed = await replay(since, [
    { at, act: "member.removed", subject: owner, organization: id },
    { at: later, act: "key.revoked", subject: keyId },
  ]);
  expect(replayed).toEqual({ done: 1, unknown: 0, byHand: [`${at} member.removed ${owner}`] });
  const members = await api.database.owner(
    "select user_id from members where organization_id = $1",
    [id],
  );
  expect(members).toEqual([{ user_id: owner }]);
  const [key] = await api.database.owner("select revoked_at from api_keys where id = $1", [keyId]);
  expect(key?.["revoked_at"]).toBeInstanceOf(Date);
});
