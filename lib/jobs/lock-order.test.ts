import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { claimJob } from "./claim-job.ts";
import { requireHeld } from "./held-job.ts";
import { leaseSeconds, syncKinds } from "./job.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let people = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.play({});
  owner = await scene.organization();
  connection = await scene.connect(owner.id, `persona-${(people += 1)}`);
});

const query = (text: string, values?: unknown[]) => scene.database.owner(text, values);

/** Enough rows to need the connection's foreign key while the job's row is written. */
const oneRow = {
  ...nothingThere,
  rows: [
    {
      dataset: "banco_a.movimientos",
      records: [
        { id: "one", periodo: "2026-10", account: null, sortKey: "2026-10-01", payload: {} },
      ],
    },
  ],
};

test("requesting the same sync again while its rows are being stored gets its id, and undoes nothing", async () => {
  const jobId = await scene.request(owner.id, connection);
  scene.play({ read: () => oneRow });
  // The reading has its job, and waits before its first row.
  await query("begin");
  await query("lock table records in share row exclusive mode");
  const run = scene.run(jobId);
  await endsOrWaits(scene.database, run);
  const second = scene.request(owner.id, connection);
  const refused = expect(second).rejects.toMatchObject({
    code: "connection_sync_in_progress",
    details: { jobId },
  });
  await endsOrWaits(scene.database, second, 2);
  await query("commit");
  await refused;
  await run;
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(scene.visits.read).toEqual(["movimientos"]);
});

test("a job that ends waits for its connection before it locks its own row", async () => {
  const jobId = await scene.request(owner.id, connection);
  await query("begin");
  await query("select 1 from connections where id = $1 for no key update", [connection]);
  const run = scene.run(jobId);
  expect(await endsOrWaits(scene.database, run)).toBe("waits");
  await query("select 1 from sync_jobs where id = $1 for no key update nowait", [jobId]);
  await query("commit");
  await run;
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded" });
});

test("a job is not taken over while its holder writes something else in its name", async () => {
  const jobId = await scene.request(owner.id, connection);
  const claim = await claimJob(scene.deps, jobId, syncKinds);
  if (claim.kind !== "claimed") throw new Error(claim.kind);
  const next: ReturnType<typeof claimJob>[] = [];
  await withSystemTx(scene.deps, async (tx) => {
    await requireHeld(tx, claim.job);
    scene.advance(leaseSeconds + 1);
    const taking = claimJob(scene.deps, jobId, syncKinds);
    next.push(taking);
    expect(await endsOrWaits(scene.database, taking)).toBe("waits");
  });
  expect(await Promise.all(next)).toMatchObject([{ kind: "claimed", job: { token: 2 } }]);
});
