import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { refusalOf } from "#tests/support/scenes/grants.ts";
import { hourMs, peopleScene, type PeopleScene } from "#tests/support/scenes/people.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { findInvitation } from "./find-invitation.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./invite-member.ts";
import { listInvitations } from "./list-invitations.ts";
import { listMembers } from "./list-members.ts";
import { roles, type Role } from "./roles.ts";
import { dropOldForms } from "../people/used-forms.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const email = "eva@maule.example";
const eva = { userId: "usr_eva", email, name: "Eva Rojas" };
const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

async function invited(
  role: Role = "member",
): Promise<PeopleScene & { token: string; id: string }> {
  const scene = await peopleScene(database);
  const { ctx } = await scene.member();
  const { url, id } = await inviteMember(ctx, { email, role });
  return { ...scene, ctx, token: tokenOf(url), id };
}

const noRecord = async (): Promise<void> => undefined;

describe("an invitation", () => {
  test("is mailed as a link, and accepted once by the person whose mail it is", async () => {
    const { ctx, token, mails } = await invited("admin");
    expect(await mails()).toMatchObject([{ kind: "invitation", to: email }]);
    const found = await findInvitation(ctx, token);
    expect(found).toMatchObject({ kind: "open", maskedMail: "e•••@maule.example" });
    const answers = await Promise.all(
      [1, 2, 3].map(() => acceptInvitation(ctx, token, eva, noRecord)),
    );
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["closed", "closed", "joined"]);
    expect((await listMembers(ctx)).filter(({ userId }) => userId === eva.userId)).toMatchObject([
      { role: "admin", email, name: "Eva Rojas", canIssue: false },
    ]);
    expect(await findInvitation(ctx, token)).toEqual({ kind: "closed" });
  });

  test("is for nobody else: another mail changes nothing", async () => {
    const { ctx, token } = await invited();
    const other = { userId: "usr_otra", email: "otra@maule.example", name: null };
    expect(await acceptInvitation(ctx, token, other, noRecord)).toEqual({ kind: "other_mail" });
    expect(await listMembers(ctx)).toHaveLength(1);
    expect((await acceptInvitation(ctx, token, eva, noRecord)).kind).toBe("joined");
  });

  test.each([
    "expired",
    "withdrawn",
    "sent again",
    "replaced",
    "made up",
    "of another organization",
  ])("that is %s is closed, with one and the same answer", async (way) => {
    const scene = await invited();
    const { ctx, id } = scene;
    let { token } = scene;
    const other = (await peopleScene(database)).ctx.organization.id.slice(4);
    const ways: Record<string, () => Promise<unknown>> = {
      expired: async () => scene.advance(7 * 24 * hourMs),
      withdrawn: () => revokeInvitation(ctx, id),
      "sent again": () => resendInvitation(ctx, id),
      replaced: () => inviteMember(ctx, { email, role: "admin" }),
      "made up": async () => (token = `${token.slice(0, -4)}AAAA`),
      "of another organization": async () => (token = other + token.slice(26)),
    };
    await ways[way]?.();
    expect(await findInvitation(ctx, token)).toEqual({ kind: "closed" });
    expect(await acceptInvitation(ctx, token, eva, noRecord)).toEqual({ kind: "closed" });
    expect(await listMembers(ctx)).toHaveLength(1);
  });

  test.each(["", "x", "../../login", "a".repeat(5_000)])(
    "with an invalid token (%#) is closed",
    async (token) => {
      const { ctx } = await peopleScene(database);
      expect(await findInvitation(ctx, token)).toEqual({ kind: "closed" });
      expect(await acceptInvitation(ctx, token, eva, noRecord)).toEqual({ kind: "closed" });
    },
  );

  test("is stored only as a hash of its token", async () => {
    const { token, ctx } = await invited();
    const rows = await database.owner("select * from invitations where organization_id = $1", [
      ctx.organization.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(26));
  });

  test.each(roles.flatMap((by) => roles.map((to): [Role, Role] => [by, to])))(
    "by %s, as %s, is made and withdrawn only by allowed roles",
    async (by, to) => {
      const scene = await peopleScene(database);
      const owner = await scene.member();
      const asker = await scene.member({ role: by });
      const allowed = by === "owner" || (by === "admin" && to !== "owner");
      const made = inviteMember(asker.ctx, { email, role: to });
      if (!allowed) expect(await refusalOf(made)).toMatchObject({ code: "forbidden" });
      else await made;
      expect(await listInvitations(owner.ctx)).toHaveLength(allowed ? 1 : 0);
      const { id } = await inviteMember(owner.ctx, { email, role: to });
      const gone = revokeInvitation(asker.ctx, id);
      if (!allowed) expect(await refusalOf(gone)).toMatchObject({ code: "forbidden" });
      else await gone;
      expect(await listInvitations(owner.ctx)).toHaveLength(allowed ? 0 : 1);
    },
  );

  test("cannot be withdrawn or sent again from another organization", async () => {
    const { id, ctx } = await invited();
    const stranger = await (await peopleScene(database)).member();
    const unknown = await refusalOf(revokeInvitation(stranger.ctx, "inv_none"));
    expect(await refusalOf(revokeInvitation(stranger.ctx, id))).toEqual(unknown);
    expect(await refusalOf(resendInvitation(stranger.ctx, id))).toEqual(unknown);
    expect(await listInvitations(ctx)).toHaveLength(1);
  });

  test("counts against a limit of twenty, and is refused for a member", async () => {
    const scene = await peopleScene(database);
    const { ctx, id } = await scene.member();
    const made = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) =>
        inviteMember(ctx, { email: `p${n}@maule.example`, role: "member" }),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await listInvitations(ctx)).toHaveLength(20);
    expect(
      await refusalOf(inviteMember(ctx, { email: `${id}@sandbox.test`, role: "member" })),
    ).toMatchObject({ details: { bound: "already_member" } });
  });

  test("is mailed five times an hour to one address, including withdrawn ones and other organizations'", async () => {
    const scene = await peopleScene(database);
    scene.advance(hourMs - (scene.clock.now().getTime() % hourMs));
    const { ctx } = await scene.member();
    const elsewhere = await peopleScene(database);
    const { id: other } = await elsewhere.member();
    const there = { ...ctx, organization: elsewhere.ctx.organization, actor: actors.member(other) };
    const invite = (by = ctx) => inviteMember(by, { email, role: "member" });
    for (let n = 0; n < 3; n += 1) await invite();
    const { id } = await invite(there);
    await resendInvitation(there, id);
    const refused = { code: "rate_limited", details: { bound: "invitations_to_one", limit: 5 } };
    expect(await refusalOf(invite())).toMatchObject(refused);
    expect(await listInvitations(ctx)).toHaveLength(1);
    const [own] = await listInvitations(ctx);
    expect(await refusalOf(resendInvitation(ctx, own?.id ?? ""))).toMatchObject(refused);
    expect(await scene.mails()).toHaveLength(5);
    scene.advance(hourMs);
    await invite();
  });

  test("is mailed a hundred times a day by one organization", async () => {
    const scene = await peopleScene(database);
    const { ctx } = await scene.member();
    const kinds: string[] = [];
    for (let n = 0; n < 102; n += 1) {
      const made = inviteMember(ctx, { email: `p${n}@maule.example`, role: "member" });
      kinds.push(
        await made
          .then(({ id }) => revokeInvitation(ctx, id))
          .then(
            () => "made",
            () => "refused",
          ),
      );
    }
    expect(kinds.filter((kind) => kind === "made")).toHaveLength(100);
  });

  test("that was answered, withdrawn or left open is dropped a day after its end; an open one stays", async () => {
    const { ctx, token, advance, id } = await invited();
    const ends = { ...ctx, db: database.keeper };
    const invite = (mail: string) => inviteMember(ctx, { email: mail, role: "member" });
    await acceptInvitation(ctx, token, eva, noRecord);
    const { id: withdrawn } = await invite("ida@maule.example");
    await revokeInvitation(ctx, withdrawn);
    const { id: left } = await invite("ada@maule.example");
    const kept = async (): Promise<unknown[]> => {
      await dropOldForms(ends);
      const rows = await database.owner(
        "select id from invitations where id = any($1) order by created_at, id",
        [[id, withdrawn, left]],
      );
      return rows.map((row) => row["id"]);
    };
    advance(23 * hourMs);
    expect(new Set(await kept())).toEqual(new Set([id, withdrawn, left]));
    advance(2 * hourMs);
    expect(await kept()).toEqual([left]);
    advance(7 * 24 * hourMs);
    expect(await kept()).toEqual([]);
    expect(await findInvitation(ctx, token)).toEqual({ kind: "closed" });
  });

  test("sent twice to one person makes one membership", async () => {
    const { ctx, token } = await invited("admin");
    await acceptInvitation(ctx, token, eva, noRecord);
    const [row] = await database.owner(
      "select count(*)::int as n from members where user_id = $1",
      [eva.userId],
    );
    expect(row?.["n"]).toBeGreaterThanOrEqual(1);
    expect(
      await refusalOf(inviteMember(ctx, { email: "EVA@Maule.example ", role: "owner" })),
    ).toMatchObject({ details: { bound: "already_member" } });
  });
});
