import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { addMonths, periodoOf, type Periodo } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { requestSync } from "./request-sync.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let login = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  owner = await scene.organization();
  connection = await scene.connect(owner.id, `login-${(login += 1)}`);
});

const current = (): Periodo => periodoOf(scene.clock.now());
const monthsBack = (back: number): Periodo => addMonths(current(), -back);

/** The job's id, or the code of the refusal. */
async function ask(input: { periodo?: string; alcances?: string[]; pendingLimit?: number }) {
  try {
    return await scene.request(owner.id, connection, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

test("of many concurrent callers no more get in than may wait", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, back) => ask({ periodo: monthsBack(back), pendingLimit: 12 })),
  );
  const refused = answers.filter((answer) => answer instanceof AppError);
  expect(refused.map(({ code }) => code)).toEqual(
    Array.from({ length: 8 }, () => "too_many_pending"),
  );
  expect(refused[0]?.details).toEqual({ limit: 12 });
});

test("a job that has ended frees its place", async () => {
  const first = await ask({ periodo: monthsBack(1), pendingLimit: 1 });
  expect(await ask({ periodo: monthsBack(2), pendingLimit: 1 })).toMatchObject({
    code: "too_many_pending",
  });
  await scene.run(String(first));
  expect(await ask({ periodo: monthsBack(2), pendingLimit: 1 })).toMatch(/^sjb_/);
});

test("of many callers for one period one gets a job, and the others its id", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask({ periodo: monthsBack(1) })),
  );
  const jobs = answers.filter((answer) => typeof answer === "string");
  expect(jobs).toHaveLength(1);
  for (const answer of answers.filter((one) => one instanceof AppError)) {
    expect(answer).toMatchObject({
      code: "connection_sync_in_progress",
      details: { jobId: jobs[0] },
    });
  }
  await scene.run(jobs[0] ?? "");
  expect(await ask({ periodo: monthsBack(1) })).toMatch(/^sjb_/);
});

test("the same sync is named however full the queue is, and logins alone take no place in it", async () => {
  const jobId = await ask({ periodo: monthsBack(1), pendingLimit: 1 });
  expect(await ask({ periodo: monthsBack(1), pendingLimit: 1 })).toMatchObject({
    code: "connection_sync_in_progress",
    details: { jobId },
  });
  await scene.database.owner("update sync_jobs set kind = 'verify' where id = $1", [jobId]);
  expect(await ask({ periodo: monthsBack(2), pendingLimit: 1 })).toMatch(/^sjb_/);
});

test("balances of the present are left out of a past month, and refused if they are all", async () => {
  const both = ["saldos", "movimientos"];
  const jobId = await ask({ periodo: monthsBack(1), alcances: both });
  const [row] = await scene.database.owner("select alcances from sync_jobs where id = $1", [jobId]);
  expect(row).toEqual({ alcances: ["movimientos"] });
  expect(await ask({ periodo: monthsBack(2), alcances: ["saldos"] })).toMatchObject({
    code: "validation_error",
  });
});

test.each([
  [-1, "not_allowed"],
  [25, "not_allowed"],
])("a period %i months back is refused as %s", async (back, code) => {
  expect(await ask({ periodo: monthsBack(back) })).toMatchObject({
    code: "validation_error",
    details: { issues: [{ path: ["periodo"], code }] },
  });
});

test("the oldest period that is kept is accepted", async () => {
  expect(await ask({ periodo: monthsBack(24) })).toMatch(/^sjb_/);
});

test("an unreachable queue delays a sync and does not make its call fail", async () => {
  const away = { ...scene.deps.queue, send: () => Promise.reject(new Error("away")) };
  const periodo = monthsBack(1);
  const asked = await requestSync(
    { ...scene.deps, ...scene.contextOf(owner.id), queue: away },
    {
      id: connection,
      connector: "banco_a",
      credencial: "viva",
      acceso: null,
      alcances: ["movimientos"],
    },
    { periodo, trigger: "manual", offered: [], pendingLimit: 12 },
  );
  expect(await ask({ periodo })).toMatchObject({
    code: "connection_sync_in_progress",
    details: { jobId: asked.jobId },
  });
  await scene.run(asked.jobId);
  expect(await scene.job(asked.jobId)).toMatchObject({ status: "succeeded" });
});
