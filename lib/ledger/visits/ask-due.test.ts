import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { askDue } from "./ask-again.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const askNow = () => askDue({ ...api.deps, emissionQueue: api.deps.queue });

/** An operation with an unknown outcome, in an organization of its own. */
async function unknown(): Promise<{ id: string; organizationId: string }> {
  const { id: organizationId, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, organizationId, keyId);
  const id = await plantOperation(api, organizationId, { preparationId, state: "unknown" });
  return { id, organizationId };
}

test("if more are due than a run takes, the longest waiting are asked for first", async () => {
  const now = api.clock.now();
  // The first to be written is the last to be due.
  await api.database.owner(
    `insert into operations select (jsonb_populate_record(o, jsonb_build_object('preparation_id', null,
       'id', 'oper_' || lpad(n::text, 3, '0'), 'look_again_at', $2::timestamptz - n * interval '1 second'))).*
     from operations o, generate_series(1, 150) n where o.id = $1 order by n`,
    [(await unknown()).id, now],
  );
  // While known to be small, a table is read from its beginning, and not by the index of what is
  // due.
  await api.database.owner("analyze");
  expect(await askNow()).toBe(100);
  const waiting = await api.database.owner(
    "select id from operations where look_again_at <= $1 order by id",
    [now],
  );
  const youngest = Array.from({ length: 50 }, (_, n) => `oper_${String(n + 1).padStart(3, "0")}`);
  expect(waiting.map((row) => row["id"])).toEqual(youngest);
  expect(await askNow()).toBe(50);
});

test("it is asked for although its organization is to be deleted: that waits for the outcome", async () => {
  const { id, organizationId } = await unknown();
  const now = api.clock.now();
  await api.database.owner("update operations set look_again_at = $2 where id = $1", [id, now]);
  await api.database.owner("update organizations set deletes_at = $2 where id = $1", [
    organizationId,
    now,
  ]);
  expect(await askNow()).toBe(1);
});
