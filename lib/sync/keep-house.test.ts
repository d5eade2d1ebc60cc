import { afterAll, beforeAll, expect, test } from "vitest";
import { jobScene, type JobScene } from "#tests/support/job-scene.ts";
import { failAbandonedJobs } from "./keep-house.ts";

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

/** A job that is out of attempts and whose worker is gone. */
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
