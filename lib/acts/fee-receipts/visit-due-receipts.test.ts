import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantFeeReceipts } from "#tests/support/planted/fee-receipts.ts";
import { visitDueReceipts } from "./visit-due-receipts.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("if more are due than a run takes, the longest waiting are visited first", async () => {
  const { id, keyId } = await api.organization();
  const { issued } = await plantFeeReceipts(api, id, keyId);
  const now = api.clock.now();
  const connection = `'conn_' || lpad(n::text, 3, '0')`;
  // A connection has one visit at a time, so each gets its own. The first to be written is the last
  // to be due.
  await api.database.owner(
    `insert into connections select (jsonb_populate_record(c, jsonb_build_object('id', ${connection}))).*
     from connections c join fee_receipt_requests r on r.connection_id = c.id, generate_series(1, 150) n
     where r.id = $1`,
    [issued],
  );
  await api.database.owner(
    `insert into fee_receipt_requests select (jsonb_populate_record(r, jsonb_build_object(
       'connection_id', ${connection}, 'id', 'hon_' || lpad(n::text, 3, '0'),
       'visit_at', $2::timestamptz - n * interval '1 second'))).*
     from fee_receipt_requests r, generate_series(1, 150) n where r.id = $1 order by n`,
    [issued, now],
  );
  const ctx = { ...api.deps, emissionQueue: api.deps.queue };
  expect(await visitDueReceipts(ctx)).toBe(100);
  const waiting = await api.database.owner(
    "select id from fee_receipt_requests where visit_at <= $1 order by id",
    [now],
  );
  const youngest = Array.from({ length: 50 }, (_, n) => `hon_${String(n + 1).padStart(3, "0")}`);
  expect(waiting.map((row) => row["id"])).toEqual(youngest);
  expect(await visitDueReceipts(ctx)).toBe(50);
});
