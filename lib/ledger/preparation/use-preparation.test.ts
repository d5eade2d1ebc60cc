import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors, type Actor } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { documentTerms } from "#lib/acts/documents/terms.ts";
import {
  createApiKey,
  createOrganization,
  endAnyGrant,
  revokeAnyApiKey,
} from "#lib/identity/index.ts";
import { MovableClock, systemClock, type Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { consent, plantMember } from "#tests/support/scenes/grants.ts";
import { silentLog } from "#tests/support/log.ts";
import type { LedgerContext } from "../ledger-context.ts";
import { usePreparation } from "./use-preparation.ts";

const secret = new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(32, 7).toString("base64") });
const connection = { id: "conn_1", connector: "tributario", rut: null, credencial: "viva" };

let database: TestDatabase;
let organization: { id: string };
let context: Context;
beforeAll(async () => {
  database = await testDatabase();
  const system = { db: database.db, clock: systemClock, log: silentLog };
  organization = await createOrganization(system, { name: "Comercial Ñuble" });
  context = contextOf(actors.system("tests"));
});
afterAll(() => database.close());

const contextOf = (actor: Actor): Context => ({
  db: database.db,
  clock: systemClock,
  log: silentLog,
  organization,
  actor,
  requestId: "req_1",
});

/** What the actor is told when it issues what `maker` previewed; null: the document. */
async function refusalOfEmitting(
  maker: Pick<Actor, "kind" | "id">,
  actor: Actor,
  { confirmedBy = null, clock = systemClock }: { confirmedBy?: string | null; clock?: Clock } = {},
): Promise<string | null> {
  const id = newId("prv", systemClock.now());
  await database.owner("set session_replication_role = replica");
  await database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
      document_hash, tipo_dte, state, confirmed_by, expires_at, created_at)
     values ($1, $2, $3, 'dte', $4, $5, '', 'hash', 33, 'pending', $6, now() + interval '1 day', now())`,
    [id, organization.id, connection.id, maker.kind, maker.id, confirmedBy],
  );
  await database.owner("set session_replication_role = origin");
  const ctx = { ...contextOf(actor), clock } as LedgerContext;
  const asked = withTx(ctx, (tx) =>
    usePreparation(tx, connection, { previewRef: id, kind: "dte", words: documentTerms.words }),
  );
  return asked.then(
    (row) => (row.id === id ? null : row.id),
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const unconfirmed = "tributario_preparation_confirmation_required";
const annulled = "tributario_preview_token_invalid";

const agent = (grantId: string, scopes: string[], userId: string): Actor =>
  actors.caller({
    kind: "oauth",
    id: grantId,
    scopes,
    connections: null,
    member: { userId },
    clientId: "cliente",
  });

test("a preview belongs to its grant, whatever token it was made with", async () => {
  const userId = await plantMember(database, organization.id);
  const clients = ["uno", "otro"].map((clientId) => consent(context, userId, { clientId }));
  const [own, other] = (await Promise.all(clients)).map(({ id }) => id);
  const before = agent(own ?? "", ["tributario:read"], userId);
  const steppedUp = agent(own ?? "", ["tributario:read", "tributario:write"], userId);
  expect(await refusalOfEmitting(before, steppedUp)).toBeNull();
  for (const [maker, actor] of [
    [before, agent(other ?? "", ["tributario:write"], userId)],
    [before, actors.member(userId)],
    [actors.member(userId), steppedUp],
  ] as const) {
    expect(await refusalOfEmitting(maker, actor)).toBe(unconfirmed);
  }
});

describe("what was confirmed", () => {
  const anybody = actors.caller({
    kind: "api_key",
    id: "key_other",
    scopes: ["tributario:write"],
    connections: null,
    member: null,
    clientId: null,
  });
  let confirmedBy: string;
  beforeAll(async () => {
    confirmedBy = await plantMember(database, organization.id, { role: "admin" });
  });
  const emitted = (maker: Pick<Actor, "kind" | "id">, clock: Clock = systemClock) =>
    refusalOfEmitting(maker, anybody, { confirmedBy, clock });

  test("for a key is annulled when the key is revoked or expires", async () => {
    const organizationId = organization.id;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await createApiKey(
      { ...context, secret },
      { organizationId, scopes: [], expiresAt },
    );
    const maker = { kind: "api_key", id } as const;
    expect(await emitted(maker)).toBeNull();
    const late = new MovableClock();
    late.advance(3_600_000);
    expect(await emitted(maker, late)).toBe(annulled);
    await revokeAnyApiKey(context, id);
    expect(await emitted(maker)).toBe(annulled);
  });

  test("for an agent is annulled with its grant, and with the membership of its person", async () => {
    const userId = await plantMember(database, organization.id);
    const makers = [];
    for (const clientId of ["tres", "cuatro"]) {
      const { id } = await consent(context, userId, { clientId });
      makers.push({ kind: "oauth", id } as const);
    }
    const [first, second] = makers;
    if (first === undefined || second === undefined) throw new TypeError("no grants");
    expect(await emitted(first)).toBeNull();
    await endAnyGrant(context, first.id, "revoked");
    expect([await emitted(first), await emitted(second)]).toEqual([annulled, null]);
    await database.owner("delete from members where user_id = $1", [userId]);
    expect(await emitted(second)).toBe(annulled);
    expect(await emitted(actors.member(userId))).toBe(annulled);
  });

  test("waits for another person once the first one may not issue", async () => {
    const userId = await plantMember(database, organization.id);
    const { id } = await consent(context, userId, { clientId: "cinco" });
    const maker = { kind: "oauth", id } as const;
    await database.owner("update members set role = 'member' where user_id = $1", [confirmedBy]);
    expect(await emitted(maker)).toBe(unconfirmed);
    await database.owner("update members set can_issue = true where user_id = $1", [confirmedBy]);
    expect(await emitted(maker)).toBeNull();
    await database.owner("delete from members where user_id = $1", [confirmedBy]);
    expect(await emitted(maker)).toBe(unconfirmed);
  });
});
