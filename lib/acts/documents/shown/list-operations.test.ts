import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { listOperations, type OperationFilter } from "./list-operations.ts";
import { showOperation } from "./show-operation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const asApi = (id: string) => ({ ...api.contextOf(id), db: api.database.app });

test("unknown ones come first, the rest in pages, each for its own organization", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  const ids: string[] = [];
  for (const folio of [1201, 1202, 1203]) {
    api.clock.advance(1_000);
    ids.push(await plantOperation(api, id, { preparationId, state: "done", folio }));
  }
  const unknown = await plantOperation(api, id, { preparationId, state: "unknown" });
  const ask = (place: readonly string[] | null, filter: OperationFilter | null = null) =>
    listOperations(asApi(id), { place, filter, limit: 2 });

  const first = await ask(null);
  expect(first.unknown).toMatchObject([{ id: unknown, state: "unknown", total: 1_487_500 }]);
  expect(first.operations.map((one) => one.id)).toEqual([ids[2], ids[1]]);
  const second = await ask(first.next);
  expect(second).toMatchObject({ unknown: [], operations: [{ id: ids[0] }], next: null });
  expect((await ask(null, { states: ["done"], acceptances: [] })).unknown).toEqual([]);

  const other = await api.organization();
  const nothing = { unknown: [], operations: [], next: null };
  const query = { place: null, filter: null, limit: 2 };
  expect(await listOperations(asApi(other.id), query)).toEqual(nothing);
  expect(await showOperation(asApi(other.id), unknown)).toBeNull();
  expect(await showOperation(asApi(id), unknown)).toMatchObject({
    row: { id: unknown },
    asker: expect.any(String),
    confirmer: null,
    evidence: [{ found: { listed: 40 } }],
  });
});
