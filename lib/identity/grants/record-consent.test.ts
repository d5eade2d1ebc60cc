import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import {
  asMember,
  consent,
  consentToRead,
  everyGrant,
  grantScene,
  plantMember,
  refusalOf,
} from "#tests/support/scenes/grants.ts";
import { endGrant } from "./end-grant.ts";
import { listGrants } from "./list-grants.ts";
import { narrowGrant } from "./narrow-grant.ts";
import { recordConsent } from "./record-consent.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const conn = (digit: number): string => `conn_${String(digit).repeat(26)}`;

describe("a consent", () => {
  test("makes a grant of what the person ticked", async () => {
    const { ctx, owner } = await grantScene(database);
    const { id } = await consent(ctx, owner, { connections: [conn(1), conn(1)] });
    expect(await listGrants(ctx)).toMatchObject([
      {
        id,
        client: { name: "Agente", host: "agente.sandbox.test", verified: true },
        redirectHost: "127.0.0.1",
        person: { userId: owner, name: "Ana Soto" },
        scopes: ["banco_a:read"],
        connections: [conn(1)],
        lastUsedAt: null,
        ended: null,
      },
    ]);
  });

  test("given again changes the same grant, wider or narrower, and restarts its terms", async () => {
    const at = await grantScene(database);
    const { ctx, owner } = at;
    const first = await consent(ctx, owner, { connections: [conn(1)] });
    at.clock.advance(60_000);
    const again = await consent(ctx, owner, { scopes: ["banco_a:read", "tributario:write"] });
    expect(again).toEqual(first);
    const [grant] = await everyGrant(ctx);
    expect(grant).toMatchObject({
      scopes: ["banco_a:read", "tributario:write"],
      connections: null,
    });
    expect(await everyGrant(ctx)).toHaveLength(1);
  });

  test("given 10 times at once leaves one active grant", async () => {
    const { ctx, owner } = await grantScene(database);
    const made = await Promise.all(Array.from({ length: 10 }, () => consent(ctx, owner)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await everyGrant(ctx)).toHaveLength(1);
  });

  test("for another client, by another person or after an end makes its own grant", async () => {
    const { ctx, owner } = await grantScene(database);
    const other = await plantMember(database, ctx.organization.id);
    const ids = [
      await consent(ctx, owner),
      await consent(ctx, owner, { clientId: "registrado" }),
      await consent(ctx, other),
    ].map(({ id }) => id);
    await endGrant(asMember(ctx, owner), ids[0] ?? "");
    ids.push((await consent(ctx, owner)).id);
    expect(new Set(ids).size).toBe(4);
    expect(await listGrants(ctx)).toHaveLength(3);
    expect(await listGrants(ctx, { userId: other })).toHaveLength(1);
  });

  test.each([
    ["owner", false, ["tributario:write", "webhooks:write"], "given"],
    ["admin", false, ["tributario:write", "webhooks:write"], "given"],
    ["member", false, ["tributario:read", "webhooks:read"], "given"],
    ["member", true, ["tributario:write"], "given"],
    ["member", false, ["tributario:read", "tributario:write"], "refused"],
    ["member", true, ["webhooks:write"], "refused"],
  ] as const)("of %s (can_issue %s) with %j is %s", async (role, canIssue, scopes, outcome) => {
    const { ctx } = await grantScene(database);
    const person = await plantMember(database, ctx.organization.id, { role, canIssue });
    const done = await consent(ctx, person, { scopes }).then(
      () => "given",
      () => "refused",
    );
    expect(done).toBe(outcome);
    expect(await everyGrant(ctx)).toHaveLength(outcome === "given" ? 1 : 0);
  });

  test("can only be given by a signed-in member", async () => {
    const { ctx, owner } = await grantScene(database);
    const stranger = (await grantScene(database)).owner;
    expect(await refusalOf(consent(ctx, stranger))).toMatchObject({ code: "forbidden" });
    for (const actor of [actors.operator(owner), actors.system(owner), actors.link(owner)]) {
      const tried = withTx({ ...ctx, actor }, (tx) => recordConsent(tx, consentToRead));
      expect(await refusalOf(tried)).toMatchObject({ code: "forbidden" });
    }
    expect(await everyGrant(ctx)).toHaveLength(0);
  });

  test("names at most 500 connections, and only ids", async () => {
    const { ctx, owner, clock } = await grantScene(database);
    const many = Array.from({ length: 501 }, () => newId("conn", clock.now()));
    for (const connections of [many, ["*"]]) {
      expect(await refusalOf(consent(ctx, owner, { connections }))).toMatchObject({
        code: "forbidden",
        details: { limit: 500 },
      });
    }
    expect(await everyGrant(ctx)).toHaveLength(0);
    const { id } = await consent(ctx, owner);
    expect(
      await refusalOf(narrowGrant(asMember(ctx, owner), id, { connections: many })),
    ).toMatchObject({
      code: "forbidden",
    });
    await consent(ctx, owner, { connections: many.slice(1) });
    expect(await everyGrant(ctx)).toMatchObject([{ id, connections: { length: 500 } }]);
  });

  test("the 201st active grant of an organization is refused; a changed one is not", async () => {
    const { ctx, owner } = await grantScene(database);
    await consent(ctx, owner);
    await database.owner(
      `insert into grants (id, organization_id, user_id, client_id, client_name, client_verified,
        redirect_host, scopes, consented_at, idle_ends_at, ends_at)
       select 'grt_' || n || organization_id, organization_id, user_id, 'client_' || n, '', false, '', '{}',
        consented_at, idle_ends_at, ends_at
       from grants, generate_series(2, 200) n where organization_id = $1`,
      [ctx.organization.id],
    );
    expect(await refusalOf(consent(ctx, owner, { clientId: "otro" }))).toMatchObject({
      code: "forbidden",
      details: { limit: 200 },
    });
    await consent(ctx, owner, { scopes: ["core:read"] });
    expect(await listGrants(ctx)).toHaveLength(200);
  });
});

describe("narrowing", () => {
  test("removes and never adds", async () => {
    const { ctx, owner } = await grantScene(database);
    const scopes = ["banco_a:read", "banco_b:read"];
    const { id } = await consent(ctx, owner, { scopes });
    const person = asMember(ctx, owner);
    await narrowGrant(person, id, { scopes: ["banco_b:read"], connections: [conn(1), conn(2)] });
    for (const wider of [
      { scopes },
      { scopes: ["banco_b:read", "core:read"] },
      { connections: [conn(1), conn(3)] },
    ]) {
      expect(await refusalOf(narrowGrant(person, id, wider))).toMatchObject({ code: "forbidden" });
    }
    await narrowGrant(person, id, { connections: [] });
    expect(await everyGrant(ctx)).toMatchObject([{ scopes: ["banco_b:read"], connections: [] }]);
    await endGrant(person, id);
    expect(await refusalOf(narrowGrant(person, id, { scopes: [] }))).toMatchObject({
      code: "forbidden",
    });
  });
});
