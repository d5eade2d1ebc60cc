import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import { usageOf } from "./usage-of.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("usage is this month's, for the organization's connections, and visible to its members", async () => {
  const scene = await peopleScene(database);
  const { ctx } = await scene.member({ role: "member" });
  const company = { connector: "banco_a", rut: null, razonSocial: null, alcances: [] };
  const [used, idle] = await Promise.all(
    ["Usada", "Quieta"].map((nombre) =>
      createConnection(ctx, { ...company, nombre, credencial: "ausente" }),
    ),
  );
  const periodo = periodoOf(ctx.clock.now());
  for (const [slot, month, calls] of [
    ["a", periodo, 40],
    ["b", periodo, 2],
    ["c", previousPeriodo(periodo), 900],
  ]) {
    await database.owner(
      `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
       values ($1, $2, $3, $4, $5)`,
      [`${used}${slot}`, ctx.organization.id, used, month, calls],
    );
  }
  expect(await usageOf(ctx)).toEqual({
    plan: "free",
    billing: "active",
    periodo,
    quota: 1000,
    nextQuota: 1000,
    connections: [
      { id: used, connector: "banco_a", nombre: "Usada", disabled: false, calls: 42 },
      { id: idle, connector: "banco_a", nombre: "Quieta", disabled: false, calls: 0 },
    ],
  });
  // Another plan's quota applies from the next month.
  const change = { db: database.db, clock: ctx.clock, log: ctx.log };
  await updateOrganization(change, ctx.organization.id, { plan: "pro" });
  expect(await usageOf(ctx)).toMatchObject({ plan: "pro", quota: 1000, nextQuota: 50_000 });
  const elsewhere = await (await peopleScene(database)).member();
  expect((await usageOf(elsewhere.ctx)).connections).toEqual([]);
  const stranger = { ...ctx, actor: actors.member(elsewhere.id) };
  expect(await refusalOf(usageOf(stranger))).toMatchObject({ code: "forbidden" });
});
