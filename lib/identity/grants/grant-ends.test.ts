import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import { masterKeys } from "#infra/server/master-keys.ts";
import { actors } from "#lib/db/actors.ts";
import { withSystemTx, withTx, type Context } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import {
  asMember,
  consent,
  everyGrant,
  grantScene,
  plantMember,
  refusalOf,
  type GrantScene,
} from "#tests/support/scenes/grants.ts";
import {
  endAnyGrant,
  endGrant,
  endGrantsOfMember,
  endGrantsOfPerson,
  endPastGrants,
} from "./end-grant.ts";
import { createVault } from "#lib/vault/index.ts";
import { readableLog } from "#tests/support/log.ts";
import { endReplayed } from "../auth/end-replayed.ts";
import { listGrants } from "./list-grants.ts";
import { narrowGrant } from "./narrow-grant.ts";
import { noteToken } from "./note-token.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const pass = ({ clock }: GrantScene, ms: number): void => clock.advance(ms);

describe("an end", () => {
  test("can be caused by the person, and for any grant by owners or admins; a stranger learns nothing", async () => {
    const { ctx, owner } = await grantScene(database);
    const person = await plantMember(database, ctx.organization.id, { role: "member" });
    const other = await plantMember(database, ctx.organization.id, { role: "member" });
    const admin = await plantMember(database, ctx.organization.id, { role: "admin" });
    const elsewhere = await grantScene(database);
    const { id } = await consent(ctx, person);
    const nobodys = newId("grt", ctx.clock.now());
    const strangers = [
      asMember(ctx, other),
      asMember(elsewhere.ctx, elsewhere.owner),
      asMember(ctx, elsewhere.owner),
      { ...ctx, actor: actors.link(owner) },
    ];
    for (const stranger of strangers) {
      for (const act of [endGrant, (by: Context, of: string) => narrowGrant(by, of, {})]) {
        const refused = await refusalOf(act(stranger, id));
        expect(refused).toMatchObject({ code: "forbidden" });
        expect(refused).toEqual(await refusalOf(act(stranger, nobodys)));
      }
    }
    expect(await listGrants(ctx)).toHaveLength(1);
    await endGrant(asMember(ctx, person), id);
    const next = await consent(ctx, person);
    await endGrant(asMember(ctx, admin), next.id);
    expect(await listGrants(ctx)).toEqual([]);
  });

  test("stays the first one, with its reason", async () => {
    const at = await grantScene(database);
    const { ctx, owner } = at;
    const { id } = await consent(ctx, owner);
    await endAnyGrant(ctx, id, "replayed");
    const [before] = await everyGrant(ctx);
    pass(at, minuteMs);
    await endGrant(asMember(ctx, owner), id);
    await withTx(ctx, (tx) => endGrantsOfMember(tx, owner));
    expect(await everyGrant(ctx)).toEqual([before]);
    expect(before?.ended?.reason).toBe("replayed");
  });

  test("with the membership applies to that organization only; with the password, everywhere", async () => {
    const here = await grantScene(database);
    const there = await grantScene(database);
    await database.owner("update members set user_id = $1 where user_id = $2", [
      here.owner,
      there.owner,
    ]);
    await consent(here.ctx, here.owner);
    await consent(there.ctx, here.owner);
    await withTx(here.ctx, (tx) => endGrantsOfMember(tx, here.owner));
    expect(await everyGrant(here.ctx)).toMatchObject([{ ended: { reason: "member_removed" } }]);
    expect(await everyGrant(there.ctx)).toMatchObject([{ ended: null }]);
    await withSystemTx(here.ctx, (tx) => endGrantsOfPerson(tx, here.owner));
    expect(await everyGrant(there.ctx)).toMatchObject([{ ended: { reason: "password_reset" } }]);
    expect(await everyGrant(here.ctx)).toMatchObject([{ ended: { reason: "member_removed" } }]);
  });

  test("by a replayed token is on the log, which a restored database is given", async () => {
    const { ctx, owner } = await grantScene(database);
    const { id } = await consent(ctx, owner);
    const { log, lines } = readableLog();
    const vault = createVault(masterKeys(randomBytes(32)), ctx.clock);
    const replayed = { ...ctx, log, vault };
    expect(await endReplayed(replayed, id)).not.toBeNull();
    expect(await endReplayed(replayed, id)).toBeNull();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: "act.done", act: "grant.ended", subject: id },
    ]);
  });

  test("comes an hour after a consent that brought no token", async () => {
    const at = await grantScene(database);
    const { ctx, owner } = at;
    const used = await consent(ctx, owner, { clientId: "usado" });
    const unused = await consent(ctx, owner, { clientId: "sin uso" });
    pass(at, hourMs - minuteMs);
    await endPastGrants(ctx);
    expect(await listGrants(ctx)).toHaveLength(2);
    expect(await noteToken(ctx, used.id)).toMatchObject({ clientId: "usado", userId: owner });
    pass(at, minuteMs);
    expect(await noteToken(ctx, unused.id)).toBeNull();
    await endPastGrants(ctx);
    const ended = (await everyGrant(ctx)).filter((grant) => grant.ended !== null);
    expect(ended).toMatchObject([{ id: unused.id, ended: { reason: "unused" } }]);
  });

  test("is shown as of now, and an expired grant is no longer listed, recorded or not", async () => {
    const { ctx, owner, clock } = await grantScene(database);
    const consentedAt = clock.now();
    const { id } = await consent(ctx, owner);
    const [unused] = await listGrants(ctx);
    expect(unused?.endsAt.getTime()).toBeLessThanOrEqual(clock.now().getTime() + hourMs);
    expect(unused?.endsAt.getTime()).toBeGreaterThanOrEqual(consentedAt.getTime() + hourMs);
    await noteToken(ctx, id);
    const [used] = await listGrants(ctx);
    expect(used?.endsAt.getTime()).toBeGreaterThan(consentedAt.getTime() + 29 * dayMs);
    clock.moveTo(new Date(used?.endsAt ?? 0));
    expect(await listGrants(ctx)).toEqual([]);
    expect(await listGrants(ctx, { withEnded: true })).toMatchObject([{ id, ended: null }]);
  });

  test("comes 30 days after the last use, and 180 after the consent", async () => {
    const at = await grantScene(database);
    const { ctx, owner } = at;
    const idle = await consent(ctx, owner, { clientId: "quieto" });
    const busy = await consent(ctx, owner, { clientId: "activo" });
    await noteToken(ctx, idle.id);
    for (let day = 0; day < 180; day += 20) {
      expect(await noteToken(ctx, busy.id), `day ${day}`).not.toBeNull();
      pass(at, 20 * dayMs);
    }
    expect(await noteToken(ctx, busy.id)).toBeNull();
    expect(await noteToken(ctx, idle.id)).toBeNull();
    await endPastGrants(ctx);
    const reasons = (await everyGrant(ctx)).map(({ id, ended }) => [id, ended?.reason]);
    expect(Object.fromEntries(reasons)).toEqual({ [idle.id]: "idle", [busy.id]: "expired" });
  });

  test("that is not recorded yet still allows a new consent", async () => {
    const at = await grantScene(database);
    const { ctx, owner } = at;
    const first = await consent(ctx, owner);
    pass(at, 2 * hourMs);
    const next = await consent(ctx, owner);
    expect(next.id).not.toBe(first.id);
    expect(await everyGrant(ctx)).toMatchObject([
      { id: next.id, ended: null },
      { id: first.id, ended: { reason: "unused" } },
    ]);
  });

  test("means that no token is issued after it", async () => {
    const { ctx, owner } = await grantScene(database);
    const { id } = await consent(ctx, owner);
    await noteToken(ctx, id);
    await endAnyGrant(ctx, id, "revoked");
    expect(await noteToken(ctx, id)).toBeNull();
    expect(await noteToken(ctx, newId("grt", ctx.clock.now()))).toBeNull();
  });
});
