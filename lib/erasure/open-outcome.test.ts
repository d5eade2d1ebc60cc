import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withSystemTx, type Context } from "#lib/db/context.ts";
import { listOperations, showOperation } from "#lib/acts/documents/index.ts";
import { requireHeld } from "#lib/jobs/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { asMember, plantMember, refusalOf } from "#tests/support/scenes/grants.ts";
import { company, jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { deleteConnection } from "./delete-connection.ts";

let scene: JobScene;
let organizationId: string;
let keyId: string;
let owner: Context;
beforeAll(async () => {
  scene = await jobScene();
  ({ id: organizationId, keyId } = await scene.organization());
  const userId = await plantMember(scene.database, organizationId);
  owner = asMember({ ...scene.contextOf(organizationId), db: scene.database.app }, userId);
});
afterAll(() => scene.close());

async function rowOf(table: string, id: string): Promise<Record<string, unknown>> {
  const [row] = await scene.database.owner(`select * from ${table} where id = $1`, [id]);
  return row ?? {};
}

let preparationId: string;
let issuing: string;
beforeEach(async () => {
  preparationId = await plantPreparation(scene, organizationId, keyId);
  issuing = String((await rowOf("preparations", preparationId))["connection_id"]);
});

/** An operation in this state, and the job of the worker that runs it. */
async function emission(state: "running" | "crossed" | "unknown") {
  const planted = { preparationId, state: "unknown" } as const;
  const operationId = await plantOperation(scene, organizationId, planted);
  await scene.database.owner(
    `update operations set state = $2, barrier_at = case when $2 <> 'running' then barrier_at end
     where id = $1`,
    [operationId, state],
  );
  const id = newId("sjb", new Date());
  await scene.database.owner(
    `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, trigger,
       status, outcomes, attempts, token, not_before, lease_until, request_id, actor_kind, actor_id,
       created_at, started_at)
     values ($1, $2, $3, 'emission', 'tributario', '{}', 'manual', 'running', '[]', 1, 1, $4,
       $4::timestamptz + interval '1 minute', 'req_1', 'system', 'tests', $4, $4)`,
    [id, organizationId, issuing, scene.clock.now()],
  );
  return { operationId, job: id };
}

test.each(["crossed", "unknown"] as const)(
  "%s: nothing is deleted, and its jobs continue",
  async (state) => {
    const { operationId, job } = await emission(state);
    const before = [await rowOf("connections", issuing), await rowOf("sync_jobs", job)];
    const refused = { kind: "outcome_unknown", operationId };
    expect(await deleteConnection(owner, issuing)).toEqual(refused);
    expect([await rowOf("connections", issuing), await rowOf("sync_jobs", job)]).toEqual(before);
    const abandoned = await deleteConnection(owner, issuing, { abandonUnknown: true });
    expect(abandoned).toEqual({ kind: "deleted" });
    expect(await rowOf("operations", operationId)).toMatchObject({ state });
  },
);

test("a worker that crosses at the same moment is waited for, and its state decides", async () => {
  const { operationId, job } = await emission("running");
  const begun: Promise<unknown>[] = [];
  await withSystemTx(scene.deps, async (tx) => {
    await requireHeld(tx, { id: job, token: 1 });
    const deletion = deleteConnection(owner, issuing);
    begun.push(deletion);
    expect(await endsOrWaits(scene.database, deletion)).toBe("waits");
    const cross = "update operations set state = 'crossed', barrier_at = created_at where id = $1";
    await tx.db.run({ name: "tests.cross", text: cross, repeatable: true }, [operationId]);
  });
  expect(await Promise.all(begun)).toEqual([{ kind: "outcome_unknown", operationId }]);
});

test("a worker that has not crossed no longer can, and its operation is released", async () => {
  const { operationId, job } = await emission("running");
  expect(await deleteConnection(owner, issuing)).toEqual({ kind: "deleted" });
  const late = withSystemTx(scene.deps, (tx) => requireHeld(tx, { id: job, token: 1 }));
  expect(await refusalOf(late)).toMatchObject({ name: "JobTakenOver" });
  await scene.housekeeping();
  expect(await rowOf("operations", operationId)).toMatchObject({ state: "released" });
  const { operations } = await listOperations(owner, { place: null, filter: null, limit: 50 });
  const line = operations.find(({ id }) => id === operationId);
  // The ledger stays, and only knows the company.
  expect(line).toMatchObject({ state: "released", company: company.rut });
  const shown = await showOperation(owner, operationId);
  expect(shown).toMatchObject({ company: company.rut, hasConnection: false });
});
