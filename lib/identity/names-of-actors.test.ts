import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { asMember, grantScene, plantMember } from "#tests/support/scenes/grants.ts";
import { namesOfActors } from "./names-of-actors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("owners, admins and the person see the mail of somebody without a name, other members do not", async () => {
  const { ctx, owner } = await grantScene(database);
  const { id: organizationId } = ctx.organization;
  const join = (role: "admin" | "member") => plantMember(database, organizationId, { role });
  const [admin, member, nameless] = [
    await join("admin"),
    await join("member"),
    await join("member"),
  ];
  await database.owner("update members set name = null where user_id = $1", [nameless]);
  const mail = `${nameless}@sandbox.test`;
  const told = async (userId: string): Promise<string | undefined> =>
    (await namesOfActors(asMember(ctx, userId), [nameless])).get(nameless);
  expect([await told(owner), await told(admin), await told(nameless)]).toEqual([mail, mail, mail]);
  expect(await told(member)).toBe("Sin nombre");
  expect((await namesOfActors(asMember(ctx, member), [owner])).get(owner)).toBe("Ana Soto");
});
