import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantPreparation } from "#tests/support/planted/preparation.ts";
import { showPreparation } from "./show-preparation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("a receiver is new until a document to it was read, and again once that was withdrawn", async () => {
  const { id: organizationId, keyId } = await api.organization();
  const previewRef = await plantPreparation(api, organizationId, keyId);
  const ctx = { ...api.deps, ...api.contextOf(organizationId) };
  const isNew = async () => (await showPreparation(ctx, previewRef))?.isNewReceiver;
  expect(await isNew()).toBe(true);
  await api.database.owner(
    `insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
     select organization_id, connection_id, 'tributario.dte', '33|7', '2026-11', '2026-11', $2, created_at
     from preparations where id = $1`,
    [previewRef, JSON.stringify({ rutContraparte: "77123456-9" })],
  );
  expect(await isNew()).toBe(false);
  await api.database.owner("update records set withdrawn_at = read_at where organization_id = $1", [
    organizationId,
  ]);
  expect(await isNew()).toBe(true);
});
