import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { peopleScene, type PeopleScene } from "#tests/support/scenes/people.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { changeMember, removeMember } from "./change-member.ts";
import { inviteMember, resendInvitation } from "./invite-member.ts";
import { listInvitations } from "./list-invitations.ts";
import { listMembers } from "./list-members.ts";
import { roles, type Role } from "./roles.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const second = { userId: "usr_second", email: "segundo@maule.example", name: null };
const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);
const noRecord = async (): Promise<void> => undefined;

type Asker = Awaited<ReturnType<PeopleScene["member"]>>;

/** One mail for each role that the person may invite to. */
async function inviteAll({ ctx }: Asker, all: readonly Role[]): Promise<void> {
  for (const role of all) await inviteMember(ctx, { email: `${role}@maule.example`, role });
}

const openRoles = async ({ ctx }: Asker): Promise<Role[]> =>
  (await listInvitations(ctx)).map(({ role }) => role).toSorted();

test.each(["is removed", "leaves"])(
  "an admin who %s does not come back by their own invitation",
  async (way) => {
    const scene = await peopleScene(database);
    const owner = await scene.member();
    const admin = await scene.member({ role: "admin" });
    const { url } = await inviteMember(admin.ctx, { email: second.email, role: "admin" });
    await removeMember(way === "leaves" ? admin.ctx : owner.ctx, admin.id);
    const accepted = acceptInvitation(scene.ctx, tokenOf(url), second, noRecord);
    expect(await accepted).toEqual({ kind: "closed" });
    expect(await listInvitations(owner.ctx)).toEqual([]);
    expect(await listMembers(owner.ctx)).toHaveLength(1);
  },
);

test("nor by somebody else's invitation that they sent again", async () => {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const admin = await scene.member({ role: "admin" });
  const { id } = await inviteMember(owner.ctx, { email: second.email, role: "admin" });
  const { url } = await resendInvitation(admin.ctx, id);
  await removeMember(owner.ctx, admin.id);
  const accepted = acceptInvitation(scene.ctx, tokenOf(url), second, noRecord);
  expect(await accepted).toEqual({ kind: "closed" });
});

test.each<[from: Role, to: Role, left: Role[]]>([
  ["owner", "admin", ["admin", "member"]],
  ["owner", "member", []],
  ["admin", "member", []],
  ["admin", "owner", ["admin", "member"]],
])(
  "when somebody's role changes from %s to %s, the invitations they may still send stay open",
  async (from, to, left) => {
    const scene = await peopleScene(database);
    const owner = await scene.member();
    const other = await scene.member({ role: from });
    await inviteAll(other, from === "owner" ? roles : ["admin", "member"]);
    await changeMember(owner.ctx, other.id, { role: to });
    expect(await openRoles(owner)).toEqual(left);
  },
);

test("others' invitations stay, and so does one whose inviter kept their role", async () => {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const admin = await scene.member({ role: "admin" });
  const elsewhere = await peopleScene(database);
  const there = await elsewhere.member();
  await elsewhere.member({ userId: admin.id, role: "admin" });
  await inviteAll({ id: admin.id, ctx: { ...elsewhere.ctx, actor: admin.ctx.actor } }, ["member"]);
  await inviteAll(owner, ["admin"]);
  await changeMember(owner.ctx, admin.id, { canIssue: true });
  await removeMember(owner.ctx, admin.id);
  expect(await openRoles(owner)).toEqual(["admin"]);
  expect(await openRoles(there)).toEqual(["member"]);
});

test("of an acceptance and a removal at once, the second sees the first", async () => {
  const scene = await peopleScene(database);
  const owner = await scene.member();
  const admin = await scene.member({ role: "admin" });
  const { url } = await inviteMember(admin.ctx, { email: second.email, role: "member" });
  const removing: Promise<void>[] = [];
  const accepted = await acceptInvitation(scene.ctx, tokenOf(url), second, async () => {
    const removal = removeMember(owner.ctx, admin.id);
    removing.push(removal);
    expect(await endsOrWaits(database, removal)).toBe("waits");
  });
  await Promise.all(removing);
  expect(accepted.kind).toBe("joined");
  expect((await listMembers(owner.ctx)).map(({ userId }) => userId)).toContain(second.userId);
});
