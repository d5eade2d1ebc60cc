import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { leaseSeconds } from "#lib/jobs/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import type { Child } from "#tests/support/processes/child-process.ts";
import { browsersOf } from "#tests/support/processes/running-processes.ts";
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
  type WorkerCase,
} from "#tests/support/processes/killed-workers.ts";

let scene: SyncScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await syncScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());

/**
 * Where a worker may die, and the final cost of its job. A dead worker's session blocks the login for five minutes;
 * meeting it does not count as an attempt. What is stored is not read again.
 */
const points = {
  "sync.after_claim": { attempts: 2, logins: 1 },
  "sync.before_login": { attempts: 2, logins: 1 },
  // The portal has answered, but nobody recorded what: counts as refused, and is repeated only this once.
  "sync.before_outcome": { attempts: 2, logins: 2 },
  "sync.after_login": { attempts: 2, logins: 2 },
  "sync.before_store": { attempts: 2, logins: 2 },
  "sync.before_store_commit": { attempts: 2, logins: 2 },
  "sync.after_store": { attempts: 2, logins: 1 },
  "sync.before_logout": { attempts: 2, logins: 1 },
  "sync.after_logout": { attempts: 2, logins: 1 },
  "sync.before_end": { attempts: 2, logins: 1 },
  "sync.after_end": { attempts: 1, logins: 1 },
} satisfies Record<Extract<CrashPoint, `sync.${string}`>, { attempts: number; logins: number }>;
const names = Object.keys(points) as (keyof typeof points)[];

describe("a worker killed", () => {
  const cases = new Map<keyof typeof points, WorkerCase>();
  const children: Child[] = [];
  const untouched: [keyof typeof points, string, number][] = [];

  /** What another worker does with the job during the dead one's lease. */
  async function wokenAtOnce({ jobId }: WorkerCase): Promise<[string, number]> {
    const record = { messageId: "again", body: JSON.stringify({ jobId }) };
    await scene.worker({ Records: [record] }, workerLimitMs);
    const { status, attempts } = await scene.job(jobId);
    return [status, attempts];
  }

  beforeAll(async () => {
    for (const [place, point] of names.entries()) {
      cases.set(point, await newCase(scene, owner, furtherLogin(place + 1)));
    }
    const waiting = [...cases];
    const oneAfterAnother = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        children.push(await killedAt(scene, ...next));
        untouched.push([next[0], ...(await wokenAtOnce(next[1]))]);
      }
    };
    await Promise.all([oneAfterAnother(), oneAfterAnother(), oneAfterAnother()]);
  }, 240_000);

  test("leaves no browser behind", async () => {
    expect(children).toHaveLength(names.length);
    for (const { pid } of children) {
      await expect.poll(() => browsersOf(pid), { timeout: 5_000 }).toEqual([]);
    }
  });

  test("keeps its job from others during its lease", () => {
    const expected = names.map((point) => [
      point,
      point === "sync.after_end" ? "succeeded" : "running",
      1,
    ]);
    const texts = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(texts(untouched)).toEqual(texts(expected));
  });

  describe("and its job taken over", () => {
    beforeAll(async () => {
      scene.advance(leaseSeconds + 1);
      await scene.housekeeping();
      for (const { jobId } of cases.values()) await scene.untilEnded(jobId);
    }, 240_000);

    test.each(names)("%s: the job ends well, every row once", async (point) => {
      const given = cases.get(point);
      if (given === undefined) throw new TypeError(point);
      const { status, attempts } = await scene.job(given.jobId);
      const expected = { status: "succeeded", attempts: points[point].attempts };
      expect({ status, attempts }).toEqual(expected);
      await expectTruth(scene, owner, given);
    });

    test("no user has two sessions at once, and the portal has closed those left open", async () => {
      const logins = names.reduce((sum, point) => sum + points[point].logins, 0);
      const log = await scene.portalLog();
      expect(log).toMatchObject({ logins, failed_logins: 0, max_sessions: 1 });
      // Workers that died between login and logout could not log out: one at each of these six points.
      expect(log["logouts"]).toBe(logins - 6);
    });
  });
});
