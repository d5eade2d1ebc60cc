import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantFolder } from "#tests/support/planted/folder.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { closeAgain } from "./closing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const close = () => closeAgain({ ...api.deps, emissionQueue: api.deps.queue });

/** A folder that is to be closed, in an organization of its own. */
async function closing(folio: number): Promise<{ id: string; organizationId: string }> {
  const { id: organizationId, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, organizationId, keyId);
  const done = { preparationId, state: "done", folio } as const;
  const operation = await plantOperation(api, organizationId, done);
  const id = await plantFolder(api, organizationId, operation);
  await api.database.owner(
    `update tax_folder_requests set state = 'cerrando', closing_since = $2, close_again_at = $2,
       consultable_until = null where id = $1`,
    [id, api.clock.now()],
  );
  return { id, organizationId };
}

const countJobs = async (organizationId: string): Promise<number> => {
  const jobs = "select from sync_jobs where organization_id = $1 and kind = 'closing'";
  return (await api.database.owner(jobs, [organizationId])).length;
};

test("if more are due than a run takes, the longest waiting are closed first", async () => {
  const { id, organizationId } = await closing(1);
  const now = api.clock.now();
  const operation = `'oper_' || lpad(n::text, 3, '0')`;
  // The first to be written is the last to be due.
  await api.database.owner(
    `insert into operations select (jsonb_populate_record(o, jsonb_build_object('id', ${operation},
       'preparation_id', null, 'external_ref', null, 'folio', null))).*
     from operations o join tax_folder_requests f on f.operation_id = o.id, generate_series(1, 150) n
     where f.id = $1`,
    [id],
  );
  await api.database.owner(
    `insert into tax_folder_requests select (jsonb_populate_record(f, jsonb_build_object(
       'id', 'carp_' || lpad(n::text, 3, '0'), 'operation_id', ${operation},
       'close_again_at', $2::timestamptz - n * interval '1 second'))).*
     from tax_folder_requests f, generate_series(1, 150) n where f.id = $1 order by n`,
    [id, now],
  );
  await api.database.owner("update tax_folder_requests set close_again_at = null where id = $1", [
    id,
  ]);
  // While known to be small, a table is read from its beginning, and not by the index of what is
  // due.
  await api.database.owner("analyze");
  await close();
  expect(await countJobs(organizationId)).toBe(100);
  const waiting = await api.database.owner(
    "select id from tax_folder_requests where close_again_at <= $1 order by id",
    [now],
  );
  const youngest = Array.from({ length: 50 }, (_, n) => `carp_${String(n + 1).padStart(3, "0")}`);
  expect(waiting.map((row) => row["id"])).toEqual(youngest);
  await close();
  expect(await countJobs(organizationId)).toBe(150);
});

test("it is closed although its organization is to be deleted: its recipient may still look", async () => {
  const { organizationId } = await closing(2);
  await api.database.owner("update organizations set deletes_at = $2 where id = $1", [
    organizationId,
    api.clock.now(),
  ]);
  await close();
  expect(await countJobs(organizationId)).toBe(1);
});
