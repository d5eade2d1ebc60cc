import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { rowSchedules, syncOnSchedule } from "#lib/schedules/index.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { LoginOutcome, PortalDriver } from "#lib/contract/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { silentLog } from "#tests/support/log.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

const company = { rut: "76555835-2", razonSocial: "Comercial Ñuble Ltda." };

/** A portal that accepts everybody, and the ways in which it does not. */
function portal(more: Partial<PortalDriver> & { outcome?: LoginOutcome } = {}): PortalDriver {
  const { outcome = { kind: "ok", company }, ...driver } = more;
  return {
    login: async () => outcome,
    read: async (alcance) => ({
      rows: [{ dataset: `banco_a.${alcance}`, records: [] }],
      incompletos: 0,
      completo: alcance === "movimientos" ? true : null,
    }),
    logout: async () => undefined,
    ...driver,
  };
}

async function syncer(): Promise<Owner & { connection: string }> {
  const owner = await scene.organization({
    plan: "pro",
    scopes: ["banco_a:read", "banco_a:write", "webhooks:read", "webhooks:write"],
  });
  const connection = await scene.connection(owner.id, "banco_a");
  await withTx(scene.contextOf(owner.id), (tx) =>
    storeCredential(
      { ...tx, vault: scene.deps.vault, secret: scene.deps.secret },
      {
        organizationId: owner.id,
        connectionId: connection,
        connector: "banco_a",
        fields: { rut: connection, clave: "marcada-secreta", empresa: company.rut },
      },
    ),
  );
  return { ...owner, connection };
}

/** One sync of this connection, carried out. */
async function sync(
  owner: Owner & { connection: string },
  driver: PortalDriver,
  alcances?: string[],
) {
  const periodo = periodoOf(scene.clock.now());
  const answer = await callTool(
    scene.app,
    "banco_a.conexion.sincronizar",
    { periodo, ...(alcances && { alcances }) },
    { key: owner.key, connection: owner.connection },
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const jobId = String(answer.body.data?.["jobId"]);
  await work(jobId, driver);
  return { jobId, periodo, requestId: String(answer.body.meta["request_id"]) };
}

async function work(jobId: string, driver: PortalDriver): Promise<void> {
  const worker = createSyncWorker({
    ...scene.deps,
    log: silentLog,
    openPortal: async () => ({
      driver,
      evidence: async () => null,
      close: async () => undefined,
    }),
  });
  const record = { messageId: "uno", body: JSON.stringify({ jobId }) };
  await worker({ Records: [record] }, 300_000);
}

async function events(owner: Owner): Promise<Record<string, unknown>[]> {
  const { body } = await scene.send("GET", "/v1/events", owner.key);
  return body.data as unknown as Record<string, unknown>[];
}

describe("a sync that ended", () => {
  test("well is announced once, with what kind of data it read but none of the data", async () => {
    const owner = await syncer();
    await scene.endpoint(owner, "bien");
    const { jobId, periodo, requestId } = await sync(owner, portal());
    await scene.drain();
    const [got, ...more] = scene.received("bien");
    expect(more).toEqual([]);
    expect(JSON.parse(got?.body ?? "")).toEqual({
      type: "sync.succeeded",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      data: {
        job_id: jobId,
        connection: { id: owner.connection, connector: "banco_a", label: "banco_a 76.555.835-2" },
        alcances: ["saldos", "movimientos"],
        periodo,
        status: "succeeded",
        records_synced: 0,
        last_error: null,
        outcomes: [
          { alcance: "saldos", status: "ok", records_synced: 0 },
          { alcance: "movimientos", status: "ok", records_synced: 0, completo: true },
        ],
        trigger: "manual",
        request_id: requestId,
      },
    });
    expect(got?.body).not.toContain("marcada-secreta");
    const audited = "select count(*)::int as rows from audit where request_id = $1";
    expect(await scene.database.owner(audited, [requestId])).toEqual([{ rows: 1 }]);

    // The same wake-up again ends nothing and announces nothing.
    await work(jobId, portal());
    expect(await events(owner)).toHaveLength(1);
  });

  test("in part is sync.succeeded, with the codes of what failed", async () => {
    const owner = await syncer();
    const { read } = portal();
    await sync(
      owner,
      portal({
        read: (alcance, periodo) =>
          alcance === "saldos"
            ? Promise.reject(new AppError("upstream_unexpected_response"))
            : read(alcance, periodo),
      }),
    );
    const [event] = await events(owner);
    expect(event).toMatchObject({
      type: "sync.succeeded",
      data: {
        status: "succeeded",
        outcomes: [
          { alcance: "saldos", status: "failed", error: "upstream_unexpected_response" },
          { alcance: "movimientos", status: "ok" },
        ],
      },
    });
  });

  test("in part names what is incomplete, only of what was requested, and is not sync.partial", async () => {
    const owner = await syncer();
    await scene.endpoint(owner, "antiguo", { event_types: ["sync.partial"] });
    await scene.endpoint(owner, "a-medias", { event_types: ["sync.succeeded"] });
    const read: PortalDriver["read"] = async (alcance) => ({
      rows: [{ dataset: `banco_a.${alcance}`, records: [] }],
      incompletos: 2,
      completo: false,
    });
    const { jobId, periodo, requestId } = await sync(owner, portal({ read }), ["movimientos"]);
    await scene.drain();
    expect(scene.received("antiguo")).toEqual([]);
    const [got, ...more] = scene.received("a-medias");
    expect(more).toEqual([]);
    const { timestamp } = JSON.parse(got?.body ?? "") as { timestamp: string };
    // The whole text, as it is signed: keys in order at every depth, and no spaces.
    expect(got?.body).toBe(
      '{"data":{"alcances":["movimientos"],"connection":{"connector":"banco_a",' +
        `"id":"${owner.connection}","label":"banco_a 76.555.835-2"},"job_id":"${jobId}",` +
        '"last_error":null,"outcomes":[{"alcance":"movimientos","completo":false,"incompletos":2,' +
        `"records_synced":0,"status":"partial"}],"periodo":"${periodo}","records_synced":0,` +
        `"request_id":"${requestId}","status":"succeeded","trigger":"manual"},` +
        `"timestamp":"${timestamp}","type":"sync.succeeded"}`,
    );
  });

  test("by its schedule says so, under its own record's id", async () => {
    const owner = await syncer();
    const offered = (connector: string) =>
      scene.deps.catalogue.manifestOf(connector)?.alcances ?? [];
    await syncOnSchedule({ ...scene.deps, offered }, owner.connection);
    const jobs = await scene.database.owner(
      "select id, request_id from sync_jobs where connection_id = $1 and trigger = 'scheduled'",
      [owner.connection],
    );
    expect(jobs.length).toBeGreaterThan(0);
    for (const { id } of jobs) await work(String(id), portal());
    const told = await events(owner);
    expect(told).toHaveLength(jobs.length);
    const byRequest = "select actor_id, operation, outcome from audit where request_id = $1";
    for (const { data } of told as { data: Record<string, unknown> }[]) {
      expect(data).toMatchObject({ trigger: "scheduled", status: "succeeded" });
      expect(await scene.database.owner(byRequest, [data["request_id"]])).toEqual([
        { actor_id: "schedule", operation: "banco_a.conexion.sincronizar", outcome: "ok" },
      ]);
    }
    const jobOf = ({ data }: Record<string, unknown>) =>
      (data as Record<string, unknown>)["job_id"];
    expect(new Set(told.map(jobOf))).toEqual(new Set(jobs.map(({ id }) => id)));
  });

  test("badly is sync.failed, with a code of the catalogue and no text from the portal", async () => {
    const owner = await syncer();
    await sync(owner, portal({ outcome: { kind: "rejected" } }));
    const [event] = await events(owner);
    expect(event).toMatchObject({
      type: "sync.failed",
      data: {
        status: "failed",
        records_synced: null,
        last_error: expect.stringMatching(/^[a-z_]+$/),
        outcomes: [],
      },
    });
  });

  test("because its workers died is announced by housekeeping", async () => {
    const owner = await syncer();
    const { jobId } = await sync(owner, {
      ...portal(),
      login: () => Promise.reject(new AppError("upstream_error")),
    });
    await scene.database.owner(
      "update sync_jobs set status = 'running', attempts = 3, lease_until = $2 where id = $1",
      [jobId, scene.clock.now()],
    );
    scene.advance(1_000);
    const housekeeping = createHousekeeping({
      ...scene.deps,
      db: scene.database.keeper,
      schedules: rowSchedules,
      chores: [],
    });
    await housekeeping();
    await housekeeping();
    expect(await events(owner)).toMatchObject([
      { type: "sync.failed", data: { job_id: jobId, last_error: "timeout", outcomes: [] } },
    ]);
  });

  test("that only tried the credential is not announced", async () => {
    const owner = await syncer();
    const before = await scene.database.owner("select id from sync_jobs where kind = 'verify'");
    const asked = callTool(
      scene.app,
      "banco_a.conexion.verificar",
      {},
      { key: owner.key, connection: owner.connection },
    );
    const verify = async () => {
      const rows = await scene.database.owner("select id from sync_jobs where kind = 'verify'");
      return rows.length > before.length ? String(rows.at(-1)?.["id"]) : null;
    };
    await expect.poll(verify).not.toBeNull();
    await work((await verify()) ?? "", portal());
    expect((await asked).body.data).toMatchObject({ valida: true });
    expect(await events(owner)).toEqual([]);
  });
});
