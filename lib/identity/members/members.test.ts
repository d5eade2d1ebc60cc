import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { consent, refusalOf } from "#tests/support/scenes/grants.ts";
import { peopleScene } from "#tests/support/scenes/people.ts";
import { listGrants } from "../index.ts";
import { changeMember, removeMember } from "./change-member.ts";
import { listMembers } from "./list-members.ts";
import { findMembership, listMemberships } from "./memberships.ts";
import { requireRole, roles, type Role } from "./roles.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const everyRow = () => database.owner("select * from members order by organization_id, user_id");
const forbidden = { code: "forbidden" };

/** What each role may do to a member of each role, with the new role. */
const changes: [asker: Role, member: Role, to: Role, allowed: boolean][] = roles.flatMap((asker) =>
  roles.flatMap((member) =>
    roles
      .filter((to) => to !== member)
      .map((to): [Role, Role, Role, boolean] => {
        const touchesOwner = member === "owner" || to === "owner";
        return [asker, member, to, asker === "owner" || (asker === "admin" && !touchesOwner)];
      }),
  ),
);

describe("a role", () => {
  test.each(changes)("of %s, changing %s to %s: %s", async (asker, member, to, allowed) => {
    const scene = await peopleScene(database);
    await scene.member();
    const by = await scene.member({ role: asker });
    const other = await scene.member({ role: member });
    const before = await everyRow();
    const done = changeMember(by.ctx, other.id, { role: to });
    if (!allowed) {
      expect(await refusalOf(done)).toMatchObject(forbidden);
      expect(await everyRow()).toEqual(before);
      expect(await scene.mails()).toEqual([]);
      return;
    }
    await done;
    expect(await findMembership(scene.ctx, scene.ctx.organization.id, other.id)).toMatchObject({
      role: to,
    });
    expect(await scene.mails()).toMatchObject([
      { kind: "member_changed", to: `${other.id}@sandbox.test` },
    ]);
  });

  test("has a case for each of the eighteen changes", () => {
    expect(changes).toHaveLength(18);
    expect(changes.filter(([, , , allowed]) => allowed)).toHaveLength(8);
  });

  test.each(roles)("of %s removes only those it may", async (asker) => {
    const scene = await peopleScene(database);
    await scene.member();
    const by = await scene.member({ role: asker });
    for (const role of roles) {
      const other = await scene.member({ role });
      const done = removeMember(by.ctx, other.id);
      const allowed = asker === "owner" || (asker === "admin" && role !== "owner");
      if (allowed) await done;
      else expect(await refusalOf(done)).toMatchObject(forbidden);
      const left = await findMembership(scene.ctx, scene.ctx.organization.id, other.id);
      expect(left === null).toBe(allowed);
    }
  });

  test.each(roles)("of %s decides who may issue documents only if it may", async (asker) => {
    const scene = await peopleScene(database);
    await scene.member();
    const by = await scene.member({ role: asker });
    const other = await scene.member({ role: "member" });
    const of = async () => findMembership(scene.ctx, scene.ctx.organization.id, other.id);
    for (const canIssue of [true, false]) {
      const done = changeMember(by.ctx, other.id, { canIssue });
      if (asker === "member") {
        expect(await refusalOf(done)).toMatchObject(forbidden);
        expect(await of()).toMatchObject({ role: "member", canIssue: false });
        continue;
      }
      await done;
      expect(await of()).toMatchObject({ role: "member", canIssue });
    }
    // Not even for oneself.
    if (asker === "member") {
      const own = changeMember(by.ctx, by.id, { canIssue: true });
      expect(await refusalOf(own)).toMatchObject(forbidden);
    }
  });

  test("that an actor does not have is refused everything: a stranger, an agent, a link", async () => {
    const scene = await peopleScene(database);
    const member = await scene.member();
    const elsewhere = await (await peopleScene(database)).member();
    const strangers = [
      actors.member(elsewhere.id),
      actors.link(member.id),
      ...(["api_key", "oauth"] as const).map((kind) =>
        actors.caller({
          kind,
          id: member.id,
          scopes: [],
          connections: null,
          clientId: null,
          member: { userId: member.id },
        }),
      ),
    ].map((actor) => ({ ...scene.ctx, actor }));
    const before = await everyRow();
    for (const stranger of strangers) {
      const tried = [
        () => changeMember(stranger, member.id, { role: "member" }),
        () => removeMember(stranger, member.id),
        () => listMembers(stranger),
        () => withTx(stranger, (tx) => requireRole(tx, roles)),
      ];
      for (const one of tried) expect(await refusalOf(one())).toMatchObject(forbidden);
    }
    expect(await everyRow()).toEqual(before);
  });

  test("of another organization's member cannot be changed from here", async () => {
    const scene = await peopleScene(database);
    const owner = await scene.member();
    const other = await (await peopleScene(database)).member({ role: "member" });
    const unknown = await refusalOf(removeMember(owner.ctx, "usr_nobody"));
    expect(await refusalOf(removeMember(owner.ctx, other.id))).toEqual(unknown);
    expect(await refusalOf(changeMember(owner.ctx, other.id, { role: "admin" }))).toEqual(unknown);
  });
});

describe("the last owner", () => {
  test("stays one: cannot be removed or demoted, and cannot leave", async () => {
    const scene = await peopleScene(database);
    const owner = await scene.member();
    await scene.member({ role: "admin" });
    const tried = [
      () => removeMember(owner.ctx, owner.id),
      () => changeMember(owner.ctx, owner.id, { role: "admin" }),
      () => removeMember(scene.ctx, owner.id),
    ];
    for (const one of tried) {
      expect(await refusalOf(one())).toMatchObject({ details: { bound: "last_owner" } });
    }
  });

  test.each(["leave", "remove each other", "are made less"])(
    "stays when two owners %s at once",
    async (way) => {
      const scene = await peopleScene(database);
      const one = await scene.member();
      const other = await scene.member();
      const acts = {
        leave: [() => removeMember(one.ctx, one.id), () => removeMember(other.ctx, other.id)],
        "remove each other": [
          () => removeMember(one.ctx, other.id),
          () => removeMember(other.ctx, one.id),
        ],
        "are made less": [
          () => changeMember(one.ctx, one.id, { role: "member" }),
          () => changeMember(other.ctx, other.id, { role: "member" }),
        ],
      }[way];
      const ended = await Promise.allSettled((acts ?? []).map((act) => act()));
      expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const left = await listMembers(scene.ctx);
      expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
    },
  );
});

describe("a removal", () => {
  test("ends what agents were allowed, only here, and keeps the keys that the person made", async () => {
    const scene = await peopleScene(database);
    const owner = await scene.member();
    const leaving = await scene.member({ role: "admin" });
    const elsewhere = await peopleScene(database);
    await elsewhere.member({ userId: leaving.id });
    await consent(scene.ctx, leaving.id);
    await consent(elsewhere.ctx, leaving.id);
    await database.owner(
      `insert into api_keys (id, organization_id, name, hash, hint, scopes, created_by, created_at)
       values ($1, $2, 'x', $3, 'abcd', '{}', $4, now())`,
      [`key_${leaving.id}`, scene.ctx.organization.id, Buffer.from(leaving.id), leaving.id],
    );
    await removeMember(owner.ctx, leaving.id);
    expect(await listGrants(scene.ctx, { withEnded: true })).toMatchObject([
      { ended: { reason: "member_removed" } },
    ]);
    expect(await listGrants(elsewhere.ctx)).toHaveLength(1);
    const keys = await database.owner("select revoked_at from api_keys where created_by = $1", [
      leaving.id,
    ]);
    expect(keys).toEqual([{ revoked_at: null }]);
    expect(await listMemberships(scene.ctx, leaving.id)).toHaveLength(1);
  });

  test("of oneself means leaving, for any role, and mails nobody", async () => {
    const scene = await peopleScene(database);
    await scene.member();
    for (const role of roles) {
      const leaving = await scene.member({ role });
      await removeMember(leaving.ctx, leaving.id);
    }
    expect(await listMembers(scene.ctx)).toHaveLength(1);
    expect(await scene.mails()).toEqual([]);
  });
});

test("a mail address is visible to its owner, and to owners and admins", async () => {
  const scene = await peopleScene(database);
  const people = await Promise.all(roles.map((role) => scene.member({ role })));
  for (const [n, role] of roles.entries()) {
    const asker = people[n];
    const seen = await listMembers(asker?.ctx ?? scene.ctx);
    expect(seen).toHaveLength(3);
    for (const { userId, email } of seen) {
      const sees = role !== "member" || userId === asker?.id;
      expect(email).toBe(sees ? `${userId}@sandbox.test` : null);
    }
  }
});

test("each visit is recorded, every few minutes", async () => {
  const scene = await peopleScene(database);
  const { id } = await scene.member();
  const seen = async () => {
    await findMembership(scene.ctx, scene.ctx.organization.id, id);
    const [member] = await listMembers(scene.ctx);
    return member?.lastSeenAt?.getTime() ?? 0;
  };
  const first = await seen();
  scene.advance(60_000);
  expect(await seen()).toBe(first);
  scene.advance(300_000);
  expect(await seen()).toBeGreaterThan(first);
});
