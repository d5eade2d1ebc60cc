import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { claimJob } from "#lib/jobs/claim-job.ts";
import { JobTakenOver, syncKinds } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { listCoverage } from "./list-coverage.ts";
import { beginModule } from "./module-progress.ts";

let scene: JobScene;
let organizationId: string;
let connection: string;
let jobId: string;
beforeAll(async () => {
  scene = await jobScene();
  organizationId = (await scene.organization()).id;
  connection = await scene.connect(organizationId);
  const periodo = periodoOf(scene.clock.now());
  const input = { periodo, alcances: ["saldos", "movimientos"] };
  jobId = await scene.request(organizationId, connection, input);
});
afterAll(() => scene.close());

async function progressOf(id: string): Promise<unknown> {
  const [row] = await scene.database.owner("select progress from sync_jobs where id = $1", [id]);
  return row?.["progress"];
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);

test("shows that a module is being read, and afterwards how each ended; coverage shows what was read", async () => {
  const seen: unknown[] = [];
  scene.play({
    read: async (alcance) => {
      seen.push(await progressOf(jobId));
      if (alcance === "movimientos") throw new AppError("upstream_unexpected_response");
      return { ...nothingThere, incompletos: 2, completo: false };
    },
  });
  await scene.run(jobId);
  const done = { startedAt: instant, endedAt: instant, error: null };
  expect(seen).toEqual([
    { saldos: { ...done, endedAt: null } },
    { saldos: done, movimientos: { ...done, endedAt: null } },
  ]);
  expect(await progressOf(jobId)).toEqual({
    saldos: done,
    movimientos: { ...done, error: "upstream_unexpected_response" },
  });

  const covered = await listCoverage(scene.contextOf(organizationId), connection);
  expect(covered).toMatchObject([{ alcance: "saldos", status: "partial", incompletos: 2, jobId }]);
  const stranger = scene.contextOf((await scene.organization()).id);
  expect(await listCoverage(stranger, connection)).toEqual([]);
});

test("a worker that lost the job writes no progress", async () => {
  const next = await scene.request(organizationId, connection, {
    periodo: periodoOf(scene.clock.now()),
    alcances: ["saldos"],
  });
  const claimed = await claimJob(scene.deps, next, syncKinds);
  if (claimed.kind !== "claimed") throw new TypeError("nobody else is there");
  await scene.database.owner("update sync_jobs set token = token + 1 where id = $1", [next]);
  await expect(beginModule(scene.deps, claimed.job, "saldos")).rejects.toThrow(JobTakenOver);
  expect(await progressOf(next)).toBeNull();
});
