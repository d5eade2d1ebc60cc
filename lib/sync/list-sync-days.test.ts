import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "#lib/connections/index.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { listSyncDays } from "./list-sync-days.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("syncs are counted on the day in Santiago on which they were requested", async () => {
  const scene = await peopleScene(database);
  const { ctx } = await scene.member({ role: "member" });
  const company = { connector: "banco_a", nombre: "Ñuble", rut: null, razonSocial: null };
  const rest = { alcances: [], credencial: "viva" } as const;
  const connection = await createConnection(ctx, { ...company, ...rest });
  const jobs = [
    // The clocks go forward at midnight: the 6th begins at 04:00 UTC, and the 7th at 03:00.
    ["2026-09-06T03:59:59.999Z", "sync", "succeeded"],
    ["2026-09-06T04:00:00.000Z", "sync", "succeeded"],
    ["2026-09-06T12:00:00.000Z", "sync", "failed"],
    ["2026-09-06T13:00:00.000Z", "verify", "failed"],
    ["2026-09-07T02:59:59.999Z", "sync", "canceled"],
    ["2026-09-07T03:00:00.000Z", "sync", "queued"],
  ];
  for (const [n, [at, kind, status]] of jobs.entries()) {
    await database.owner(
      `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, periodo, trigger,
         status, outcomes, attempts, token, not_before, request_id, actor_kind, actor_id, created_at)
       values ($1, $2, $3, $4, 'banco_a', '{}', $5, 'manual', $6, '[]', 0, 0, $7, 'req', 'system', 'tests', $7)`,
      [`sjb_${n}`, ctx.organization.id, connection, kind, `2026-0${n + 1}`, status, at],
    );
  }
  const clock = { now: () => new Date("2026-09-07T12:00:00Z") };
  expect(await listSyncDays({ ...ctx, clock }, 3)).toEqual([
    { day: "2026-09-07", succeeded: 0, failed: 0, others: 1 },
    { day: "2026-09-06", succeeded: 1, failed: 1, others: 1 },
    { day: "2026-09-05", succeeded: 1, failed: 0, others: 0 },
  ]);
  const elsewhere = await (await peopleScene(database)).member();
  const others = await listSyncDays({ ...elsewhere.ctx, clock }, 3);
  expect(
    others.every(({ succeeded, failed, others: rest }) => succeeded + failed + rest === 0),
  ).toBe(true);
});
