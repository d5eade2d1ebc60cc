import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { previewAgain } from "./preview-again.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("a document that is no longer kept has no call that previews it again", async () => {
  const { id } = await api.organization();
  const ctx = { ...api.deps, ...api.contextOf(id) };
  const { kind, id: actorId } = ctx.actor;
  const row = { id: "prv_1", connection_id: "conn_1", actor_kind: kind, actor_id: actorId };
  const blank = { ...row, state: "confirmed", document: "" };
  await plantRow(api.database, { name: "preparations", owner: "organization_id" }, id, blank);
  const connection = {
    id: "conn_1",
    connector: "tributario",
    rut: null,
    credencial: "viva",
  } as const;
  expect(await previewAgain(ctx, connection, "prv_1")).toBeNull();
});
