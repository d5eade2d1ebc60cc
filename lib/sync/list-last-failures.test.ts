import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { cancelJob } from "./cancel-job.ts";
import { listLastFailures } from "./list-last-failures.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});

async function lastFailure(): Promise<unknown> {
  const { body } = await callTool(scene.app, "conexiones.estado.consultar", {}, owner);
  const { conexiones } = (body.data ?? {}) as { conexiones?: { ultimoFallo: unknown }[] };
  expect(conexiones).toHaveLength(1);
  return conexiones?.[0]?.ultimoFallo;
}

async function fail(periodo: string, on = connection): Promise<string> {
  const job = await scene.request(owner.id, on, { periodo });
  scene.play({
    read: () => {
      throw new AppError("upstream_unexpected_response");
    },
  });
  await scene.run(job);
  scene.play({});
  return job;
}

test("why the last sync failed is told with the connection, until one succeeds", async () => {
  expect(await lastFailure()).toBeNull();
  const job = await fail("2026-06");
  const failed = await lastFailure();
  expect(failed).toEqual({
    jobId: job,
    periodo: "2026-06",
    error: "upstream_unexpected_response",
    terminadaEn: (await scene.job(job)).finishedAt?.toISOString(),
  });

  const taken = await scene.request(owner.id, connection, { periodo: "2026-05" });
  await cancelJob(scene.contextOf(owner.id), taken);
  expect(await lastFailure()).toEqual(failed);

  await scene.run(await scene.request(owner.id, connection, { periodo: "2026-04" }));
  expect(await lastFailure()).toBeNull();
});

test("a failure of more than a week ago is not told any more", async () => {
  await fail("2026-06");
  scene.advance(6 * 86_400);
  expect(await lastFailure()).toMatchObject({ periodo: "2026-06" });
  scene.advance(2 * 86_400);
  expect(await lastFailure()).toBeNull();
});

test("the last is the one that ended last, not the one that was asked for last", async () => {
  const first = await scene.request(owner.id, connection, { periodo: "2026-06" });
  const second = await scene.request(owner.id, connection, { periodo: "2026-05" });
  scene.play({});
  await scene.run(second);
  scene.advance(1);
  scene.play({
    read: () => {
      throw new AppError("upstream_unexpected_response");
    },
  });
  await scene.run(first);
  expect(await lastFailure()).toMatchObject({ jobId: first });
});

test("failures are looked up for the connections that are shown, of the own organization alone", async () => {
  const other = await scene.connect(owner.id, "11111111-1");
  const stranger = await scene.organization();
  const failed = await fail("2026-06");
  await fail("2026-06", other);
  const found = await listLastFailures(scene.contextOf(owner.id), [connection]);
  expect([...found].map(([id, { jobId }]) => [id, jobId])).toEqual([[connection, failed]]);
  expect((await listLastFailures(scene.contextOf(stranger.id), [connection, other])).size).toBe(0);
});
