import { afterAll, beforeAll, expect, test } from "vitest";
import { actors, type Actor } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { documentTerms } from "#lib/emissions/document-terms.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/database.ts";
import { silentLog } from "#tests/support/log.ts";
import type { LedgerContext } from "./ledger-context.ts";
import { usePreparation } from "./use-preparation.ts";

const connection = { id: "conn_1", connector: "tributario", rut: null, credencial: "viva" };

let database: TestDatabase;
let organization: { id: string };
beforeAll(async () => {
  database = await testDatabase();
  const system = { db: database.db, clock: systemClock, log: silentLog };
  organization = await createOrganization(system, { name: "Comercial Ñuble" });
});
afterAll(() => database.close());

/** Whether the actor may emit what `maker` previewed, without anybody's confirmation. */
async function mayEmit(maker: Actor, actor: Actor): Promise<boolean> {
  const id = newId("prv", systemClock.now());
  await database.owner("set session_replication_role = replica");
  await database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
      document_hash, tipo_dte, state, expires_at, created_at)
     values ($1, $2, $3, 'dte', $4, $5, '', 'hash', 33, 'pending', now() + interval '15 minutes', now())`,
    [id, organization.id, connection.id, maker.kind, maker.id],
  );
  await database.owner("set session_replication_role = origin");
  const ctx = {
    db: database.db,
    clock: systemClock,
    log: silentLog,
    organization,
    actor,
    requestId: "req_1",
  } as LedgerContext;
  const asked = withTx(ctx, (tx) =>
    usePreparation(tx, connection, { previewRef: id, kind: "dte", words: documentTerms.words }),
  );
  return asked.then(
    (row) => row.id === id,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "tributario_preparation_confirmation_required" });
      return false;
    },
  );
}

const agent = (grantId: string, scopes: string[], userId = "usr_1"): Actor =>
  actors.caller({
    kind: "oauth",
    id: grantId,
    scopes,
    connections: null,
    member: { userId },
    clientId: "cliente",
  });

test("a preview belongs to its grant, whatever the token that it was made with", async () => {
  const before = agent("grt_1", ["tributario:read"]);
  const steppedUp = agent("grt_1", ["tributario:read", "tributario:write"]);
  expect(await mayEmit(before, steppedUp)).toBe(true);
  expect(await mayEmit(before, agent("grt_2", ["tributario:write"]))).toBe(false);
  expect(await mayEmit(before, actors.member("usr_1"))).toBe(false);
  expect(await mayEmit(actors.member("usr_1"), steppedUp)).toBe(false);
});
