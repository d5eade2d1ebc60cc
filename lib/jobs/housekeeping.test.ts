import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#lib/kernel/clock.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { failAbandonedJobs, wakeForgottenJobs } from "./housekeeping.ts";

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

/** A job that has no attempts left and whose worker is gone. */
async function abandoned(person: string): Promise<string> {
  const owner = await scene.organization();
  const jobId = await scene.request(owner.id, await scene.connect(owner.id, person));
  await scene.database.owner(
    "update sync_jobs set status = 'running', attempts = 3, token = 3, lease_until = $2 where id = $1",
    [jobId, new Date(scene.clock.now().getTime() - 1)],
  );
  return jobId;
}

test("one abandoned job that cannot be ended does not keep the others running", async () => {
  const jobs = [await abandoned("uno"), await abandoned("dos"), await abandoned("tres")];
  const [, stuck] = jobs;
  const ending = failAbandonedJobs({
    ...scene.deps,
    onJobEnded: async (_tx, { id }) => {
      if (id === stuck) throw new TypeError("nobody can be told of this one");
    },
  });
  await expect(ending).rejects.toThrow("abandoned jobs were not ended");
  const ended = await Promise.all(jobs.map((id) => scene.job(id)));
  expect(ended.map(({ status }) => status)).toEqual(["failed", "running", "failed"]);
});

test("a job that began before everything stood still for months ends, whatever its trigger", async () => {
  for (const trigger of ["manual", "scheduled", "link"]) {
    const jobId = await abandoned(`lejano-${trigger}`);
    const longAgo = new Date(scene.clock.now().getTime() - 90 * dayMs);
    await scene.database.owner("update sync_jobs set trigger = $2, started_at = $3 where id = $1", [
      jobId,
      trigger,
      longAgo,
    ]);
    await scene.housekeeping();
    expect((await scene.job(jobId)).status).toBe("failed");
  }
});

/** How many wake-ups for the job one run of housekeeping sends, that much later. */
async function wokenAfter(seconds: number, jobId: string): Promise<number> {
  scene.clock.advance(seconds * 1000);
  const sent: string[] = [];
  const queue: Queue = {
    ...scene.deps.queue,
    sendBatch: (messages) => {
      sent.push(...messages.map(({ message }) => message.jobId));
      return Promise.resolve();
    },
  };
  await wakeForgottenJobs({ ...scene.deps, queue, emissionQueue: queue });
  return sent.filter((id) => id === jobId).length;
}

test("a job that waits in a backlog is announced once, and again after a while, not every minute", async () => {
  const owner = await scene.organization();
  const jobId = await scene.request(owner.id, await scene.connect(owner.id, "cola"));
  expect(await wokenAfter(10, jobId)).toBe(0);
  expect(await wokenAfter(20, jobId)).toBe(1);
  const minutes: number[] = [];
  for (let minute = 1; minute <= 20; minute++) minutes.push(await wokenAfter(60, jobId));
  expect(minutes.flatMap((sent, index) => (sent > 0 ? [index + 1] : []))).toEqual([10, 20]);
  expect(Math.max(...minutes)).toBe(1);
});

test("a job that is due again, or whose worker died since, is announced at once", async () => {
  const owner = await scene.organization();
  const jobId = await scene.request(owner.id, await scene.connect(owner.id, "otra"));
  expect(await wokenAfter(30, jobId)).toBe(1);
  await scene.database.owner("update sync_jobs set not_before = $2 where id = $1", [
    jobId,
    new Date(scene.clock.now().getTime() + 30_000),
  ]);
  expect(await wokenAfter(40, jobId)).toBe(0);
  expect(await wokenAfter(20, jobId)).toBe(1);
  await scene.database.owner(
    "update sync_jobs set status = 'running', lease_until = $2 where id = $1",
    [jobId, new Date(scene.clock.now().getTime() + 30_000)],
  );
  expect(await wokenAfter(20, jobId)).toBe(0);
  expect(await wokenAfter(20, jobId)).toBe(1);
  expect(await wokenAfter(60, jobId)).toBe(0);
});

test("an unreachable queue is tried again by the next run", async () => {
  const owner = await scene.organization();
  const jobId = await scene.request(owner.id, await scene.connect(owner.id, "lejos"));
  scene.clock.advance(30_000);
  const away = { ...scene.deps.queue, sendBatch: () => Promise.reject(new Error("away")) };
  const run = wakeForgottenJobs({ ...scene.deps, queue: away, emissionQueue: away });
  await expect(run).rejects.toMatchObject({ errors: [{ message: "away" }] });
  expect(await wokenAfter(60, jobId)).toBe(1);
});

test("a queue that refuses does not leave the other's jobs asleep", async () => {
  const owner = await scene.organization();
  const sync = await scene.request(owner.id, await scene.connect(owner.id, "cartola"));
  const preview = await scene.request(owner.id, await scene.connect(owner.id, "factura"));
  await scene.database.owner("update sync_jobs set kind = 'preview' where id = $1", [preview]);
  scene.advance(30);
  const woken: string[] = [];
  const round = (refuses: "queue" | "emissionQueue" | "both" | null): Promise<unknown> => {
    const open = (own: string): Queue => ({
      ...scene.deps.queue,
      sendBatch: async (messages) => {
        if (own === refuses || refuses === "both") throw new Error(`${own} refused`);
        woken.push(...messages.map(({ message }) => message.jobId));
      },
    });
    const queues = { queue: open("queue"), emissionQueue: open("emissionQueue") };
    return wakeForgottenJobs({ ...scene.deps, ...queues });
  };
  await expect(round("both")).rejects.toMatchObject({
    errors: [{ message: "emissionQueue refused" }, { message: "queue refused" }],
  });
  expect(woken).toEqual([]);
  await expect(round("emissionQueue")).rejects.toMatchObject({
    errors: [{ message: "emissionQueue refused" }],
  });
  expect(woken).toContain(sync);
  expect(woken).not.toContain(preview);
  await round(null);
  expect(woken).toContain(preview);
  expect(woken.filter((id) => id === sync)).toHaveLength(1);
});
