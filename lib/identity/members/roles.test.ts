import { afterAll, beforeAll, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import { joined } from "#lib/db/joined.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { changeMember } from "./change-member.ts";
import { findMembership } from "./memberships.ts";
import { requireReader, requireRole } from "./roles.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a role that a decision depends on does not change before it is committed", async () => {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const admin = await scene.member({ role: "admin" });
  const change = await withTx(admin.ctx, async (tx) => {
    await requireRole(tx, ["admin"]);
    const changing = changeMember(owner.ctx, admin.id, { role: "member" });
    expect(await endsOrWaits(database, changing)).toBe("waits");
    expect(await requireRole(tx, ["admin"])).toBe("admin");
    // Wrapped in an object: this transaction must not await what waits for it.
    return { changing };
  });
  expect(await change.changing).toEqual({ kind: "changed" });
});

test("reading with a role neither delays a change of it nor waits for one", async () => {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const admin = await scene.member({ role: "admin" });
  await withTx(admin.ctx, async (tx) => {
    await requireReader(tx, ["admin"]);
    const changing = changeMember(owner.ctx, admin.id, { role: "member" });
    expect(await endsOrWaits(database, changing)).toBe("ends");
  });
  await withTx(owner.ctx, async (tx) => {
    await changeMember({ ...owner.ctx, db: joined(tx.db, owner.ctx.organization.id) }, admin.id, {
      role: "admin",
    });
    const read = withTx(admin.ctx, (other) => requireReader(other, ["member"]));
    expect(await endsOrWaits(database, read)).toBe("ends");
    expect(await read).toBe("member");
    const seen = findMembership(scene.ctx, scene.ctx.organization.id, admin.id);
    expect(await endsOrWaits(database, seen)).toBe("ends");
    expect(await seen).toMatchObject({ role: "member" });
  });
});
