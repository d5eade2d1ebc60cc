import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { VerifyAnswer } from "#lib/contract/index.ts";
import { forgetCredential } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { cancelJob } from "./cancel-job.ts";
import { findSync } from "./find-sync.ts";
import { requestVerify } from "./request-verify.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let people = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.play({});
  scene.visits.logins = 0;
  owner = await scene.organization();
  connection = await scene.connect(owner.id, `persona-${(people += 1)}`);
});

/** The answer, or the code that the call ended with. Only the test runs the job. */
async function verify(waitSeconds: number): Promise<VerifyAnswer | string> {
  const own = {
    id: connection,
    connector: "banco_a",
    alcances: [],
    credencial: "viva",
    acceso: null,
  };
  try {
    return await requestVerify({ ...scene.deps, ...scene.contextOf(owner.id) }, own, waitSeconds);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function jobs(): Promise<{ id: string; status: string }[]> {
  const rows = await scene.database.owner(
    "select id, status from sync_jobs where connection_id = $1 and kind = 'verify' order by id",
    [connection],
  );
  return rows as { id: string; status: string }[];
}

test("a login that nobody waits for any more is not made", async () => {
  expect(await verify(0)).toBe("timeout");
  const [job] = await jobs();
  expect(job).toMatchObject({ status: "canceled" });
  await scene.run(job?.id ?? "");
  expect(scene.visits.logins).toBe(0);
});

test.each(["queued", "running"])(
  "a caller waiting for a %s login whose credential is forgotten is told that it is gone",
  async (status) => {
    const waiting = verify(300);
    await expect.poll(jobs, { timeout: 60_000 }).toHaveLength(1);
    await scene.database.owner(
      "update sync_jobs set status = $2, started_at = now() where connection_id = $1",
      [connection, status],
    );
    const own = scene.contextOf(owner.id);
    await forgetCredential({ ...own, onJobEnded: emitSyncEnded }, connection);
    expect(await waiting).toBe("connection_credential_required");
    expect(await jobs()).toMatchObject([{ status: status === "queued" ? "canceled" : "failed" }]);
    const told = "select 1 from webhook_events where connection_id = $1";
    expect(await scene.database.owner(told, [connection])).toEqual([]);
  },
);

test("of many concurrent callers one logs in, and the others are told to wait", async () => {
  const answers: (VerifyAnswer | string)[] = [];
  const callers = Array.from({ length: 6 }, async () => void answers.push(await verify(300)));
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(5);
  expect(new Set(answers)).toEqual(new Set(["connection_busy"]));
  const [first] = await jobs();
  await scene.run(first?.id ?? "");
  await Promise.all(callers);
  expect(answers.at(-1)).toMatchObject({ valida: true, motivo: null });
  expect(scene.visits.logins).toBe(1);
});

test("a login is no sync: by its id it is neither found nor canceled", async () => {
  const waiting = verify(300);
  await expect.poll(async () => (await jobs())[0]?.status, { timeout: 60_000 }).toBe("queued");
  const [{ id } = { id: "" }] = await jobs();
  const ctx = scene.contextOf(owner.id);
  for (const ask of [findSync, cancelJob]) {
    await expect(ask(ctx, id)).rejects.toMatchObject({ code: "sync_job_not_found" });
  }
  expect(await jobs()).toMatchObject([{ status: "queued" }]);
  await scene.run(id);
  expect(await waiting).toMatchObject({ valida: true });
});
