import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { forgetCredential } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import {
  furtherLogin,
  syncScene,
  workerLimitMs,
  type SyncScene,
} from "#tests/support/scenes/sync-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

/* What a customer handed over, or received, can be revoked at once. */

let scene: SyncScene;
let owner: TestOrganization;
let connection: string;
let person = 0;
beforeAll(async () => {
  scene = await syncScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
  owner = await scene.organization();
  connection = await scene.connect(owner.id, furtherLogin((person += 1)));
});

const forget = (id: string) =>
  forgetCredential({ ...scene.contextOf(owner.id), onJobEnded: emitSyncEnded }, id);
const read = () =>
  callTool(scene.app, "banco_a.saldos.consultar", {}, { key: owner.key, connection });
const sync = (periodo = periodoOf(scene.clock.now())) =>
  callTool(scene.app, "banco_a.conexion.sincronizar", { periodo }, { key: owner.key, connection });

test("a revoked key, or a disabled connection, is refused at the next call", async () => {
  expect((await read()).status).toBe(200);
  await updateConnection(scene.deps, connection, { disabled: true });
  expect((await read()).body.error?.code).toBe("connection_disabled");
  await updateConnection(scene.deps, connection, { disabled: false });
  expect((await read()).status).toBe(200);
  const [key] = await scene.database.owner("select id from api_keys where organization_id = $1", [
    owner.id,
  ]);
  await revokeAnyApiKey(scene.deps, String(key?.["id"]));
  expect((await read()).status).toBe(401);
});

test("a forgotten credential is gone, and so is every login that waited for it", async () => {
  const jobId = await scene.requestSync(owner, connection, {
    periodo: periodoOf(scene.clock.now()),
  });
  await forget(connection);
  const left = "select from credentials where connection_id = $1";
  expect(await scene.database.owner(left, [connection])).toEqual([]);
  expect(await scene.job(jobId)).toMatchObject({ status: "canceled", attempts: 0 });
  await scene.takeMessages();
  expect(await scene.portalLog()).toMatchObject({ logins: 0 });
  const refused = await sync();
  expect(refused.status).toBe(428);
  expect(refused.body.error).toMatchObject({
    code: "connection_credential_required",
    details: { credencial: "revocada" },
  });
  // Data read earlier belongs to the customer.
  expect((await read()).status).toBe(200);
});

test(
  "a login in progress logs out, and nothing that it reads is stored",
  async () => {
    const jobId = await scene.requestSync(owner, connection, {
      periodo: periodoOf(scene.clock.now()),
    });
    await scene.sandbox.control("POST", "/portals/banco_a/faults", {
      kind: "slow",
      times: 50,
      delayMs: 400,
    });
    const working = scene.takeMessages();
    await pollUntil(scene.portalLog, ({ logins }) => logins === 1, 60);
    await forget(connection);
    await working;
    expect(await scene.portalLog()).toMatchObject({ logins: 1, logouts: 1 });
    const end = "select status, last_error from sync_jobs where id = $1";
    expect(await scene.database.owner(end, [jobId])).toEqual([
      { status: "failed", last_error: "connection_credential_required" },
    ]);
    const stored = `select
    (select count(*)::int from records where connection_id = $1) as records,
    (select credencial from connections where id = $1) as state`;
    expect(await scene.database.owner(stored, [connection])).toEqual([
      { records: 0, state: "revocada" },
    ]);
  },
  workerLimitMs,
);

test("a missing connection is reported as such", async () => {
  await expect(forget("conn_no")).rejects.toMatchObject({
    details: { reason: "no such connection" },
  });
});
