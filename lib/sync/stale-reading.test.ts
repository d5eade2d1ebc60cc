import { afterAll, beforeAll, expect, test } from "vitest";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { leaseSeconds } from "#lib/jobs/index.ts";

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

function readingOf(id: string): AlcanceReading {
  const row = { id, periodo: "2026-10", account: null, sortKey: "2026-10-01", payload: {} };
  return { ...nothingThere, rows: [{ dataset: "banco_a.movimientos", records: [row] }] };
}

test("what a replaced worker read is too late, before and after its successor has stored", async () => {
  const { id } = await scene.organization();
  const connection = await scene.connect(id);
  const jobId = await scene.request(id, connection);
  const stored = (): Promise<unknown> =>
    scene.database.owner(
      `select r.id, c.job_id = r.job_id as covered from records r
       join coverage c on c.connection_id = r.connection_id where r.connection_id = $1`,
      [connection],
    );
  let readings = 0;
  scene.play({
    read: async () => {
      readings += 1;
      if (readings === 2) {
        // While the successor is still reading, and has the job: the first worker continues.
        letGo();
        await replaced;
        expect(await stored()).toEqual([]);
        return readingOf("newer");
      }
      scene.advance(leaseSeconds + 1);
      await held;
      return readingOf("stale");
    },
  });
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const replaced = scene.run(jobId);
  await expect.poll(() => readings).toBe(1);
  await scene.run(jobId);
  expect(await stored()).toEqual([{ id: "newer", covered: true }]);
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 2 });
});
