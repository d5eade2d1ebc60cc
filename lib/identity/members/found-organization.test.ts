import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MovableClock } from "#lib/kernel/clock.ts";
import { silentLog } from "#tests/support/log.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { foundOrganization } from "./found-organization.ts";
import { listMemberships } from "./memberships.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("of many organizations founded at once a person gets as many as the limit, and of the others nothing is left", async () => {
  const ctx = { db: database.app, clock: new MovableClock(), log: silentLog };
  const userId = `usr_${randomBytes(13).toString("hex")}`;
  const person = { userId, email: `${userId}@boldos.test`, name: "Ana" };
  const recorded: string[] = [];
  const found = () =>
    foundOrganization(
      ctx,
      { name: "Maule", connectors: [] },
      person,
      async ({ organizationId }) => {
        recorded.push(organizationId);
      },
    );
  const made = await Promise.allSettled(Array.from({ length: 26 }, found));
  const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(6);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: "forbidden", details: { limit: 20 } });
  const own = await listMemberships(ctx, userId);
  expect(own.map(({ organizationId }) => organizationId).toSorted()).toEqual(recorded.toSorted());
  expect(await database.owner("select id from organizations")).toHaveLength(20);
});
