import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { claimJob, type ClaimedJob } from "./claim-job.ts";
import { endJob } from "./end-job.ts";
import { beatEveryMs } from "./run-claimed.ts";
import { keepEvidence } from "./evidence.ts";
import { changeHeld, JobTakenOver, renewLease, showStep } from "./held-job.ts";
import { busyRetrySeconds, leaseSeconds, syncKinds } from "./job.ts";
import { retryJob } from "./retry-job.ts";
import { brokerOver } from "#lib/links/index.ts";
import { storeReading } from "#lib/sync/store-reading.ts";

let scene: JobScene;
let owner: TestOrganization;
let login = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  owner = await scene.organization();
  login += 1;
});

const connect = (organization = owner, person = `login-${login}`): Promise<string> =>
  scene.connect(organization.id, person);
const request = (connection: string, periodo = "2026-10"): Promise<string> =>
  scene.request(owner.id, connection, { periodo });
const claim = (jobId: string) => claimJob(scene.deps, jobId, syncKinds);

async function claimed(jobId: string): Promise<ClaimedJob> {
  const answer = await claim(jobId);
  if (answer.kind !== "claimed") throw new Error(answer.kind);
  return answer.job;
}

const end = (job: ClaimedJob): Promise<void> =>
  endJob(
    { ...scene.deps, onJobEnded: () => Promise.resolve() },
    job,
    { status: "succeeded", outcomes: [], lastError: null },
    () => Promise.resolve(),
  );

describe("a job is claimed", () => {
  test("by one of many workers that are woken for it at once", async () => {
    const jobId = await request(await connect());
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(jobId)));
    const kinds = answers.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(["claimed", ...Array.from({ length: 7 }, () => "not_due")]);
    expect(await scene.job(jobId)).toMatchObject({ status: "running", attempts: 1, token: 1 });
  });

  test("not before its time, not after its end, and not when it was canceled", async () => {
    const connection = await connect();
    const waiting = await request(connection, "2026-07");
    await retryJob(scene.deps, await claimed(waiting), []);
    expect(await claim(waiting)).toEqual({ kind: "not_due" });
    scene.advance(5);
    await end(await claimed(waiting));
    expect(await claim(waiting)).toEqual({ kind: "not_due" });
    const canceled = await request(connection, "2026-08");
    await scene.database.owner("update sync_jobs set status = 'canceled' where id = $1", [
      canceled,
    ]);
    expect(await claim(canceled)).toEqual({ kind: "not_due" });
    expect(await claim(`sjb_${"0".repeat(26)}`)).toEqual({ kind: "not_due" });
  });

  test("again when its worker let the lease expire, and not a moment sooner", async () => {
    const jobId = await request(await connect());
    const first = await claimed(jobId);
    expect(first.takenOver).toBe(false);
    scene.advance(leaseSeconds - 1);
    expect(await claim(jobId)).toEqual({ kind: "not_due" });
    scene.advance(1);
    const second = await claimed(jobId);
    expect(second).toMatchObject({ takenOver: true, attempts: 2, token: first.token + 1 });
  });

  test("by nobody with a clock 45 seconds ahead while its worker lives and misses a beat", async () => {
    const jobId = await request(await connect());
    await claimed(jobId);
    scene.advance((2 * beatEveryMs) / 1000);
    const ahead = { now: () => new Date(scene.clock.now().getTime() + 45_000) };
    const early = await claimJob({ ...scene.deps, clock: ahead }, jobId, syncKinds);
    expect(early).toEqual({ kind: "not_due" });
    expect(await scene.job(jobId)).toMatchObject({ attempts: 1, token: 1 });
  });

  test("never a fourth time", async () => {
    const jobId = await request(await connect());
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await claimed(jobId)).attempts).toBe(attempt);
      scene.advance(leaseSeconds);
    }
    expect(await claim(jobId)).toEqual({ kind: "not_due" });
  });
});

test("in a system without sessions, never blocked by another job", async () => {
  const connection = await connect();
  const [first, second] = [await request(connection, "2026-09"), await request(connection)];
  await scene.database.owner("update sync_jobs set exclusive = false where id = $1", [second]);
  await claimed(first);
  expect(await claim(second)).toMatchObject({ kind: "claimed" });
});

describe("a job waits", () => {
  test("while another of its connection runs", async () => {
    const connection = await connect();
    const [first, second] = [await request(connection, "2026-09"), await request(connection)];
    const running = await claimed(first);
    expect(await claim(second)).toEqual({ kind: "busy", organizationId: owner.id });
    await end(running);
    scene.advance(busyRetrySeconds);
    expect(await claim(second)).toMatchObject({ kind: "claimed" });
  });

  test("while another connection's job uses the same login, even in another organization", async () => {
    const stranger = await scene.organization();
    const person = `shared-${login}`;
    const theirs = await connect(stranger, person);
    const running = await claimed(await scene.request(stranger.id, theirs));
    const own = await request(await connect(owner, person));
    expect(await claim(own)).toEqual({ kind: "busy", organizationId: owner.id });
    const other = await request(await connect(owner, `another-${login}`));
    expect(await claim(other)).toMatchObject({ kind: "claimed" });
    await end(running);
    scene.advance(busyRetrySeconds);
    expect(await claim(own)).toMatchObject({ kind: "claimed" });
  });

  test("with one wake-up to come, however many have come already", async () => {
    const connection = await connect();
    await claimed(await request(connection, "2026-09"));
    const second = await request(connection);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(second)));
    const busy = answers.filter(({ kind }) => kind === "busy").length;
    expect(busy).toBeGreaterThanOrEqual(1);
    // Those that came at one moment may all be told; those that come later are dropped.
    expect(await claim(second)).toEqual({ kind: "not_due" });
    expect(await scene.job(second)).toMatchObject({ status: "queued", attempts: 0 });
  });
});

describe("a worker whose job was taken over", () => {
  const stale = async (): Promise<{ old: ClaimedJob; now: ClaimedJob }> => {
    const jobId = await request(await connect());
    const old = await claimed(jobId);
    scene.advance(leaseSeconds);
    return { old, now: await claimed(jobId) };
  };
  const outcomes = [{ alcance: "movimientos", status: "ok", records_synced: 9 } as const];
  const record = {
    id: "stale",
    periodo: "2026-10",
    account: null,
    sortKey: "2026-10-01",
    payload: {},
  };
  const reading = {
    rows: [{ dataset: "banco_a.movimientos", records: [record] }],
    incompletos: 0,
    completo: true,
    readAt: new Date(),
  };
  const writes: [string, (job: ClaimedJob) => Promise<unknown>][] = [
    ["renews no lease", (job) => renewLease(scene.deps, job)],
    ["shows no step", (job) => showStep(scene.deps, job, "leyendo")],
    ["stores no rows", (job) => storeReading(scene.deps, job, "movimientos", reading, [])],
    [
      "keeps no evidence",
      (job) => keepEvidence(scene.deps, job, "timeout", { text: "", screenshot: null }),
    ],
    ["puts nothing back on the queue", (job) => retryJob(scene.deps, job, [...outcomes])],
    ["ends nothing", end],
    [
      "changes nothing else",
      (job) => withSystemTx(scene.deps, (tx) => changeHeld(tx, job, { step: "x" })),
    ],
  ];

  test.each(writes)("%s", async (_, write) => {
    const { old, now } = await stale();
    const before = await scene.job(now.id);
    await expect(write(old)).rejects.toBeInstanceOf(JobTakenOver);
    expect(await scene.job(now.id)).toEqual(before);
    const counts = await scene.database.owner(
      `select (select count(*)::int from records where connection_id = $1) as records,
        (select count(*)::int from coverage where connection_id = $1) as coverage,
        (select count(*)::int from evidence where job_id = $2) as evidence`,
      [now.connectionId, now.id],
    );
    expect(counts).toEqual([{ records: 0, coverage: 0, evidence: 0 }]);
    await expect(write(now)).resolves.not.toThrow();
  });

  test("a renewed lease lasts from then on", async () => {
    const jobId = await request(await connect());
    const job = await claimed(jobId);
    scene.advance(leaseSeconds - 1);
    await renewLease(scene.deps, job);
    scene.advance(leaseSeconds - 1);
    expect(await claim(jobId)).toEqual({ kind: "not_due" });
  });
});

test("a renewal that had to wait shortens no lease that a later write extended", async () => {
  const job = await claimed(await request(await connect()));
  const leaseUntil = new Date(scene.clock.now().getTime() + 10 * leaseSeconds * 1000);
  await withSystemTx(scene.deps, (tx) => changeHeld(tx, job, { leaseUntil }));
  await renewLease(scene.deps, job);
  expect(await scene.job(job.id)).toMatchObject({ leaseUntil });
});

test("only the holder of a job opens its credential, and only while it runs", async () => {
  const job = await claimed(await request(await connect()));
  const { open } = brokerOver(scene.deps);
  expect(await open({ ...job, token: job.token - 1 })).toBeNull();
  expect(await open(job)).toMatchObject({ rut: expect.any(String) });
  await end(job);
  expect(await open(job)).toBeNull();
});
