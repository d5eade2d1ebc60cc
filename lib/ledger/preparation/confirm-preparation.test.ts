import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, actors } from "#lib/db/actors.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { MovableClock, systemClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { silentLog } from "#tests/support/log.ts";
import { consent, type NewMember, plantMember } from "#tests/support/scenes/grants.ts";
import { askForPerson, confirmPreparation, rejectPreparation } from "./confirm-preparation.ts";

let database: TestDatabase;
let organization: { id: string };
beforeAll(async () => {
  database = await testDatabase();
  organization = await createOrganization(system(), { name: "Comercial Ñuble" });
});
afterAll(() => database.close());

const system = () => ({ db: database.db, clock: systemClock, log: silentLog });
const contextOf = (actor: Actor) => ({ ...system(), organization, actor, requestId: "req_1" });
const member = (given: NewMember) => plantMember(database, organization.id, given);

/** A valid preview of an agent; its connection is not checked. */
async function preview(): Promise<string> {
  const id = newId("prv", systemClock.now());
  const { id: grantId } = await consent(
    contextOf(actors.system("tests")),
    await member({ role: "owner" }),
  );
  await database.owner("set session_replication_role = replica");
  await database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
      document_hash, tipo_dte, state, expires_at, created_at)
     values ($1, $2, 'conn_1', 'dte', 'oauth', $3, '', 'hash', 33, 'pending',
      now() + interval '15 minutes', now())`,
    [id, organization.id, grantId],
  );
  await database.owner("set session_replication_role = origin");
  return id;
}

const confirmedBy = async (id: string) =>
  (await database.owner("select confirmed_by from preparations where id = $1", [id]))[0]?.[
    "confirmed_by"
  ];

test.each<NewMember>([{ role: "owner" }, { role: "admin" }, { role: "member", canIssue: true }])(
  "can come from a signed-in person who may issue: %j",
  async (given) => {
    const userId = await member(given);
    const previewRef = await preview();
    await confirmPreparation(contextOf(actors.member(userId)), previewRef, { seenHash: "hash" });
    expect(await confirmedBy(previewRef)).toBe(userId);
  },
);

test("cannot come from a member who may not issue, a person who is no member, or an actor that is no person", async () => {
  const owner = await member({ role: "owner" });
  const { id: grantId } = await consent(contextOf(actors.system("tests")), owner);
  const agent = { scopes: ["tributario:write"], connections: null, clientId: "cliente" };
  const refused: Actor[] = [
    actors.member(await member({ role: "member" })),
    actors.member(newId("usr", systemClock.now())),
    actors.caller({ ...agent, kind: "oauth", id: grantId, member: { userId: owner } }),
    // Even one whose id is the person's own.
    actors.caller({ ...agent, kind: "oauth", id: owner, member: { userId: owner } }),
    actors.caller({ ...agent, kind: "api_key", id: owner, member: null, clientId: null }),
    actors.link(owner),
    actors.operator(owner),
    actors.system(owner),
  ];
  const previewRef = await preview();
  for (const actor of refused) {
    for (const decide of [
      () => confirmPreparation(contextOf(actor), previewRef, { seenHash: "hash" }),
      () => rejectPreparation(contextOf(actor), previewRef),
    ]) {
      await expect(decide()).rejects.toMatchObject({ code: "forbidden" });
    }
  }
  expect(await confirmedBy(previewRef)).toBeNull();
});

test("applies to the document that the person saw, and a rejection is final", async () => {
  const ctx = contextOf(actors.member(await member({ role: "owner" })));
  const previewRef = await preview();
  const other = await confirmPreparation(ctx, previewRef, { seenHash: "other" });
  expect(other).toEqual({ kind: "changed" });
  expect(await confirmedBy(previewRef)).toBeNull();
  const seen = { seenHash: "hash" };
  expect(await confirmPreparation(ctx, previewRef, seen)).toEqual({ kind: "decided" });
  // The first to confirm remains the confirmer.
  const second = contextOf(actors.member(await member({ role: "admin" })));
  await confirmPreparation(second, previewRef, seen);
  expect(await confirmedBy(previewRef)).toBe(ctx.actor.id);
  await rejectPreparation(second, previewRef);
  expect(await confirmedBy(previewRef)).toBeNull();
  for (const late of [
    () => confirmPreparation(ctx, previewRef, seen),
    () => rejectPreparation(ctx, previewRef),
  ]) {
    await expect(late()).rejects.toMatchObject({ details: { reason: "rechazada" } });
  }
});

test("counts while the person may issue: then another one confirms", async () => {
  const userId = await member({ role: "member", canIssue: true });
  const previewRef = await preview();
  const seen = { seenHash: "hash" };
  await confirmPreparation(contextOf(actors.member(userId)), previewRef, seen);
  await database.owner("update members set can_issue = false where user_id = $1", [userId]);
  const second = await member({ role: "admin" });
  await confirmPreparation(contextOf(actors.member(second)), previewRef, seen);
  expect(await confirmedBy(previewRef)).toBe(second);
});

test("comes too late once the maker of the preview has lost access", async () => {
  const ctx = contextOf(actors.member(await member({ role: "owner" })));
  const previewRef = await preview();
  await database.owner(
    `update grants set ended_at = now(), end_reason = 'revoked'
     where id = (select actor_id from preparations where id = $1)`,
    [previewRef],
  );
  for (const late of [
    () => confirmPreparation(ctx, previewRef, { seenHash: "hash" }),
    () => rejectPreparation(ctx, previewRef),
  ]) {
    await expect(late()).rejects.toMatchObject({ code: "tributario_preview_token_invalid" });
  }
  expect(await confirmedBy(previewRef)).toBeNull();
});

test("comes too late while its document is being issued, until that is given up", async () => {
  const ctx = contextOf(actors.member(await member({ role: "owner" })));
  const previewRef = await preview();
  const operation = { id: "oper_1", preparation_id: previewRef, state: "running" };
  const table = { name: "operations", owner: "organization_id" };
  await plantRow(database, table, organization.id, operation);
  for (const late of [
    () => confirmPreparation(ctx, previewRef, { seenHash: "hash" }),
    () => rejectPreparation(ctx, previewRef),
  ]) {
    await expect(late()).rejects.toMatchObject({ code: "tributario_preview_token_invalid" });
  }
  await database.owner("update operations set state = 'released' where id = 'oper_1'");
  await rejectPreparation(ctx, previewRef);
});

test("has been asked for since somebody first asked, however often they ask", async () => {
  const previewRef = await preview();
  const clock = new MovableClock();
  const ctx = { ...contextOf(actors.system("tests")), clock, baseUrl: "http://connect.test" };
  const askedAt = async () => {
    await askForPerson(ctx, previewRef);
    const asked = "select confirmation_asked_at as at from preparations where id = $1";
    return (await database.owner(asked, [previewRef]))[0]?.["at"];
  };
  const first = await askedAt();
  expect(first).toBeInstanceOf(Date);
  clock.advance(60_000);
  expect(await askedAt()).toEqual(first);
});
