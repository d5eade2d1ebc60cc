import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { visitDueAcceptances } from "./visit-due-acceptances.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("if more are due than a run takes, the longest waiting are visited first", async () => {
  const { id } = await api.organization();
  const connection = await api.connection(id, "facturacion");
  const now = api.clock.now();
  // The first to be written is the last to be due.
  await api.database.owner(
    `insert into document_acceptances (operation_id, organization_id, connection_id, connector, state,
       visit_at, created_at, updated_at)
     select 'oper_' || lpad(n::text, 3, '0'), $1, $2, 'facturacion', 'pendiente',
       $3::timestamptz - n * interval '1 second', $3, $3
     from generate_series(1, 150) n`,
    [id, connection, now],
  );
  const ctx = { ...api.deps, emissionQueue: api.deps.queue };
  expect(await visitDueAcceptances(ctx)).toBe(100);
  const waiting = await api.database.owner(
    "select operation_id as id from document_acceptances where visit_at <= $1 order by 1",
    [now],
  );
  const youngest = Array.from({ length: 50 }, (_, n) => `oper_${String(n + 1).padStart(3, "0")}`);
  expect(waiting.map((row) => row["id"])).toEqual(youngest);
  expect(await visitDueAcceptances(ctx)).toBe(50);
});

test("nothing is read for an organization that is to be deleted", async () => {
  const { id } = await api.organization();
  const connection = await api.connection(id, "facturacion");
  const now = api.clock.now();
  await api.database.owner(
    `insert into document_acceptances (operation_id, organization_id, connection_id, connector, state,
       visit_at, created_at, updated_at)
     values ('oper_left', $1, $2, 'facturacion', 'pendiente', $3, $3, $3)`,
    [id, connection, now],
  );
  const visits = async (deletesAt: Date | null) => {
    const change = "update organizations set deletes_at = $2 where id = $1";
    await api.database.owner(change, [id, deletesAt]);
    return visitDueAcceptances({ ...api.deps, emissionQueue: api.deps.queue });
  };
  expect(await visits(now)).toBe(0);
  expect(await visits(null)).toBe(1);
});
