import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSyncWorker, type SyncWorkerDeps } from "#functions/workers/create-sync-worker.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { createSqsReader } from "#lib/platform/sqs-reader.ts";
import { browsersAtOnce, startWorkers } from "#infra/server/workers.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { browsersOf, memoryOf } from "#tests/support/processes/running-processes.ts";
import {
  furtherLogin,
  mainLogin,
  syncScene,
  type SyncScene,
} from "#tests/support/scenes/sync-scene.ts";
import { expectTruth, newCase, type WorkerCase } from "#tests/support/processes/killed-workers.ts";

const connections = 20;
const organizations = 4;
/** Browsers, and this process with service and sandbox in it; shared pages are counted once. */
const memoryLimitMiB = 1_536;

let scene: SyncScene;
let owners: TestOrganization[];
let workers: { stop(): Promise<void> };
beforeAll(async () => {
  scene = await syncScene();
  owners = await Promise.all(Array.from({ length: organizations }, () => scene.organization()));
  const { url: queueUrl, endpoint } = scene.queue;
  // As in production each job starts its own browser, because their number and memory are measured.
  const ownBrowsers: SyncWorkerDeps["openPortal"] = (connector, given) =>
    openPortal(connector, { ...given, baseUrl: `${scene.sandbox.url}/portals/${connector}` });
  const deps = { ...scene.workerDeps, openPortal: ownBrowsers };
  workers = startWorkers(createSyncWorker(deps), {
    queue: createSqsReader({ queueUrl, endpoint, region: localRegion }),
    browsers: browsersAtOnce.sync,
    log: deps.log,
  });
});
afterAll(async () => {
  await workers?.stop();
  await scene?.close();
});
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
});

const ownerAt = (place: number): TestOrganization => {
  const owner = owners[place % organizations];
  if (owner === undefined) throw new RangeError("no organizations");
  return owner;
};

async function ended(cases: readonly WorkerCase[], watch: () => Promise<void>): Promise<string[]> {
  const ids = cases.map(({ jobId }) => jobId);
  const statuses = async (): Promise<string[]> => {
    await watch();
    const rows = await scene.database.owner(
      "select status from sync_jobs where id = any($1) and status not in ('queued', 'running')",
      [ids],
    );
    return rows.map(({ status }) => String(status));
  };
  // Measuring walks through every process: more often would take most of the time.
  await expect.poll(statuses, { timeout: 110_000, interval: 250 }).toHaveLength(ids.length);
  return statuses();
}

test(`${connections} connections that sync at once all succeed, within a stated memory`, async () => {
  let peak = 0;
  let browsersAtOnce = 0;
  const cases = await Promise.all(
    Array.from({ length: connections }, (_, place) =>
      newCase(scene, ownerAt(place), furtherLogin(place + 1)),
    ),
  );
  const statuses = await ended(cases, async () => {
    const browsers = await browsersOf(process.pid);
    const groups = new Set(browsers.map(({ group }) => group));
    browsersAtOnce = Math.max(browsersAtOnce, groups.size);
    peak = Math.max(
      peak,
      await memoryOf((one) => one.pid === process.pid || groups.has(one.group)),
    );
  });
  const peakMiB = Math.round(peak / 1_048_576);
  console.log(`${connections} syncs, ${browsersAtOnce} browsers at once: ${peakMiB} MiB at most`);

  expect(statuses).toEqual(Array.from({ length: connections }, () => "succeeded"));
  expect(browsersAtOnce).toBeGreaterThanOrEqual(2);
  expect(browsersAtOnce).toBeLessThanOrEqual(4);
  expect(peakMiB).toBeLessThan(memoryLimitMiB);
  expect(await scene.portalLog()).toMatchObject({
    logins: connections,
    logouts: connections,
    failed_logins: 0,
    refused_sessions: 0,
    max_sessions: 1,
  });
  for (const [place, one] of cases.entries()) await expectTruth(scene, ownerAt(place), one);
  await expect.poll(() => browsersOf(process.pid), { timeout: 5_000 }).toEqual([]);
}, 120_000);

test("two connections of one person's login, in two organizations, take turns", async () => {
  const others = { ...mainLogin, empresa: "76177907-9" };
  const cases = await Promise.all([
    newCase(scene, ownerAt(0), mainLogin),
    newCase(scene, ownerAt(1), others),
  ]);
  expect(await ended(cases, () => Promise.resolve())).toEqual(["succeeded", "succeeded"]);
  // Not even refused once: the second never tried while the first was inside.
  expect(await scene.portalLog()).toMatchObject({
    logins: 2,
    logouts: 2,
    refused_sessions: 0,
    max_sessions: 1,
  });
}, 60_000);
