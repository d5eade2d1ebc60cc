import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { leaseSeconds } from "#lib/jobs/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { processState } from "#tests/support/processes/child-process.ts";
import {
  furtherLogin,
  syncScene,
  workerLimitMs,
  type SyncScene,
} from "#tests/support/scenes/sync-scene.ts";
import {
  expectTruth,
  killedAt,
  newCase,
  workerThat,
  type WorkerCase,
} from "#tests/support/processes/killed-workers.ts";

let scene: SyncScene;
let owner: TestOrganization;
let place = 0;
beforeAll(async () => {
  scene = await syncScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
});

const anotherCase = (): Promise<WorkerCase> => newCase(scene, owner, furtherLogin((place += 1)));

/** Everything that a worker writes, including the version of each row. */
async function storedBy({ connection, jobId }: WorkerCase): Promise<unknown> {
  const { owner: query } = scene.database;
  return [
    await query("select xmin::text, * from sync_jobs where id = $1", [jobId]),
    await query("select xmin::text, id from records where connection_id = $1 order by 2", [
      connection,
    ]),
    await query("select xmin::text, * from coverage where connection_id = $1", [connection]),
    await query("select xmin::text, * from connections where id = $1", [connection]),
    await query("select count(*) from evidence where job_id = $1", [jobId]),
    await query("select count(*) from webhook_events where organization_id = $1", [owner.id]),
  ];
}

describe("a worker frozen, and its job taken over", () => {
  const points: CrashPoint[] = [
    "sync.before_login",
    "sync.before_store",
    "sync.before_store_commit",
    "sync.before_end",
  ];

  beforeAll(async () => {
    // In production half a minute, because a frozen transaction holds the job's row.
    const [row] = await scene.database.owner("select current_database() as name");
    await scene.database.owner(
      `alter role connect_worker in database ${String(row?.["name"])}
       set idle_in_transaction_session_timeout = '1s'`,
    );
  });

  test.each(points)(
    "at %s, thaws and writes nothing",
    async (point) => {
      const given = await anotherCase();
      const child = workerThat(scene, "SIGSTOP", point, given);
      await expect.poll(() => processState(child.pid), { timeout: 45_000 }).toBe("T");
      scene.advance(leaseSeconds + 1);
      await scene.untilEnded(given.jobId);
      expect(await scene.job(given.jobId)).toMatchObject({ status: "succeeded", attempts: 2 });
      await expectTruth(scene, owner, given);
      const before = await storedBy(given);
      const { logins } = await scene.portalLog();

      child.process.kill("SIGCONT");
      expect((await child.ended).code, child.output().stderr).toBe(0);
      expect(child.output().stdout).toContain('"event":"sync.taken_over"');
      expect(await storedBy(given)).toEqual(before);
      expect(await scene.portalLog()).toMatchObject({ logins, max_sessions: 1 });
    },
    120_000,
  );
});

test("one message delivered three times at once, and once more at the end, is one login", async () => {
  const given = await anotherCase();
  const record = (messageId: string) => ({
    messageId,
    body: JSON.stringify({ jobId: given.jobId }),
  });
  const deliver = (messageId: string) =>
    scene.worker({ Records: [record(messageId)] }, workerLimitMs);
  const answers = await Promise.all(["one", "two", "three"].map(deliver));
  answers.push(await deliver("one"));
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ batchItemFailures: [] })));
  expect(await scene.job(given.jobId)).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(await scene.portalLog()).toMatchObject({ logins: 1, logouts: 1 });
  await expectTruth(scene, owner, given);
});

test("a message that is not a job's, and one of an unknown job, do no harm", async () => {
  const bodies = ["", "{}", '{"jobId":"org_1"}', `{"jobId":"sjb_${"0".repeat(26)}"}`];
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const { batchItemFailures } = await scene.worker({ Records }, workerLimitMs);
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(["0", "1", "2"]);
  expect(await scene.portalLog()).toMatchObject({ logins: 0, failed_logins: 0 });
});

test("a job that kills every worker is failed by housekeeping, and not resumed", async () => {
  const given = await anotherCase();
  for (let attempt = 1; attempt <= 3; attempt++) {
    await killedAt(scene, "sync.after_claim", given);
    expect(await scene.job(given.jobId)).toMatchObject({ status: "running", attempts: attempt });
    scene.advance(leaseSeconds + 1);
  }
  await scene.housekeeping();
  expect(await scene.job(given.jobId)).toMatchObject({ status: "failed", lastError: "timeout" });
  await scene.takeMessages();
  expect(await scene.job(given.jobId)).toMatchObject({ status: "failed", attempts: 3 });
  expect(await scene.portalLog()).toMatchObject({ logins: 0 });
  const again = await scene.requestSync(owner, given.connection, { periodo: "2026-02" });
  await scene.untilEnded(again);
  await expectTruth(scene, owner, given);
}, 120_000);
