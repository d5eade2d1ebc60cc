import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { company, jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { SessionEnded, type LoginOutcome } from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { claimJob } from "#lib/jobs/claim-job.ts";
import { leaseSeconds, leftSessionSeconds, syncKinds } from "#lib/jobs/index.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let login = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.play({});
  Object.assign(scene.visits, { opened: 0, logins: 0, logouts: 0, closed: 0, read: [] });
  owner = await scene.organization();
  connection = await scene.connect(owner.id, `login-${(login += 1)}`);
});

const current = (): string =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/Santiago",
    year: "numeric",
    month: "2-digit",
  }).format(scene.clock.now());
const both = { alcances: ["saldos", "movimientos"] };
const request = (): Promise<string> =>
  scene.request(owner.id, connection, { ...both, periodo: current() });
const failing = (code: ErrorCode) => () => {
  throw new AppError(code);
};

async function secondsUntilDue(jobId: string): Promise<number> {
  const { notBefore } = await scene.job(jobId);
  return Math.round((notBefore.getTime() - scene.clock.now().getTime()) / 1000);
}

test("one job is one login, one logout and one browser, whatever it reads", async () => {
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({
    status: "succeeded",
    attempts: 1,
    step: null,
    leaseUntil: null,
    recordsSynced: 0,
    outcomes: [
      { alcance: "saldos", status: "ok" },
      { alcance: "movimientos", status: "ok" },
    ],
  });
  expect(scene.visits).toEqual({
    opened: 1,
    logins: 1,
    logouts: 1,
    closed: 1,
    read: ["saldos", "movimientos"],
  });
});

test("a temporary failure is tried three times in all, after 5 and after 20 seconds", async () => {
  scene.play({ read: failing("upstream_error") });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "queued", attempts: 1 });
  expect(await secondsUntilDue(jobId)).toBe(5);
  await scene.run(jobId);
  expect(scene.visits.opened).toBe(1);

  scene.advance(5);
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "queued", attempts: 2 });
  expect(await secondsUntilDue(jobId)).toBe(20);

  scene.advance(20);
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({
    status: "failed",
    attempts: 3,
    lastError: "upstream_error",
    outcomes: [{ error: "upstream_error" }, { error: "upstream_error" }],
  });
  expect(scene.visits).toMatchObject({ opened: 3, logins: 3, logouts: 3, closed: 3 });
});

test("a second attempt reads only what the first one could not", async () => {
  scene.play({
    read: (alcance) => {
      if (alcance === "movimientos") throw new AppError("upstream_error");
      return nothingThere;
    },
  });
  const jobId = await request();
  await scene.run(jobId);
  scene.play({});
  scene.advance(5);
  await scene.run(jobId);
  expect(scene.visits.read).toEqual(["saldos", "movimientos", "movimientos"]);
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 2 });
});

test("an attempt that cannot read a module again leaves it as it was stored", async () => {
  const unproven = { ...nothingThere, completo: false, lacksCounterpart: true };
  const unreadable = ["movimientos", "saldos"];
  scene.play({
    read: (alcance) => (alcance === unreadable[0] ? failing("upstream_error")() : unproven),
  });
  const jobId = await request();
  await scene.run(jobId);
  unreadable.shift();
  scene.advance(5);
  await scene.run(jobId);
  const stored = { status: "partial", completo: false };
  const outcomes = both.alcances.map((alcance) => ({ alcance, ...stored, records_synced: 0 }));
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 2, outcomes });
});

test("a module that cannot be read does not undo another: the job has succeeded", async () => {
  scene.play({
    read: (alcance) => {
      if (alcance === "saldos") throw new AppError("upstream_unexpected_response");
      return nothingThere;
    },
  });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({
    status: "succeeded",
    lastError: null,
    outcomes: [
      { alcance: "saldos", status: "failed", error: "upstream_unexpected_response" },
      { alcance: "movimientos", status: "ok" },
    ],
  });
});

const refusals: [LoginOutcome["kind"], ErrorCode, string][] = [
  ["rejected", "connection_credential_required", "rechazada"],
  ["blocked", "connection_busy", "viva"],
  ["company_not_offered", "connection_identity_mismatch", "viva"],
  ["variant_unsupported", "connector_variant_unsupported", "viva"],
  ["unknown", "upstream_unexpected_response", "viva"],
];

test.each(refusals)("a login that is %s ends in %s at once", async (kind, code, credencial) => {
  scene.play({ login: () => ({ kind }) as LoginOutcome });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "failed", attempts: 1, lastError: code });
  expect(scene.visits).toMatchObject({ logins: 1, logouts: 1, closed: 1, read: [] });
  const [row] = await scene.database.owner("select credencial from connections where id = $1", [
    connection,
  ]);
  expect(row).toEqual({ credencial });
});

test.each([
  ["busy", "connection_busy"],
  ["approval_pending", "connection_session_pending"],
  ["maintenance", "upstream_error"],
] as const)("a login that is %s is tried three times, then %s", async (kind, code) => {
  scene.play({ login: () => ({ kind }) });
  const jobId = await request();
  for (const pause of [5, 20, 0]) {
    await scene.run(jobId);
    scene.advance(pause);
  }
  expect(await scene.job(jobId)).toMatchObject({ status: "failed", attempts: 3, lastError: code });
});

test("a rejected credential stops the jobs that were queued before it was tried", async () => {
  const [first, second] = [await scene.request(owner.id, connection), await request()];
  scene.play({ login: () => ({ kind: "rejected" }) });
  await scene.run(first);
  await scene.run(second);
  expect(await scene.job(second)).toMatchObject({
    status: "failed",
    lastError: "connection_credential_required",
  });
  expect(scene.visits.logins).toBe(1);
});

test("a company other than the connection's is refused, no matter who logged in", async () => {
  scene.play({ login: () => ({ kind: "ok", company: { ...company, rut: "76177907-9" } }) });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ lastError: "connection_identity_mismatch" });
  expect(scene.visits).toMatchObject({ logouts: 1, closed: 1, read: [] });
});

describe("a session that the portal ends in the middle", () => {
  const endings = (times: number) => {
    let left = times;
    return () => {
      left -= 1;
      if (left >= 0) throw new SessionEnded();
      return nothingThere;
    };
  };

  test("is opened once more in the same job", async () => {
    scene.play({ read: endings(1) });
    const jobId = await request();
    await scene.run(jobId);
    expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 1 });
    expect(scene.visits).toMatchObject({ logins: 2, logouts: 1, closed: 1 });
  });

  test("twice means that somebody else is logged in: the job waits its turn", async () => {
    scene.play({ read: endings(2) });
    const jobId = await request();
    await scene.run(jobId);
    expect(await scene.job(jobId)).toMatchObject({ status: "queued", attempts: 1 });
    expect(scene.visits).toMatchObject({ logins: 2, logouts: 1, closed: 1 });
  });
});

test("a worker's deadline ends the reading in time, with its logout, as a timeout", async () => {
  scene.play({
    read: () => new Promise((_, reject) => void setTimeout(reject, 3_000, new Error())),
  });
  const jobId = await request();
  // Half a minute of it is reserved for logging out.
  await scene.run(jobId, 31_500);
  expect(await scene.job(jobId)).toMatchObject({
    status: "queued",
    outcomes: [{ error: "timeout" }, { error: "timeout" }],
  });
  expect(scene.visits).toMatchObject({ logouts: 1, closed: 1, read: ["saldos"] });
});

test("what the driver itself found out is kept past the deadline, and the rest is a timeout", async () => {
  const found = new AppError("upstream_unexpected_response");
  scene.play({ read: () => new Promise((_, reject) => void setTimeout(reject, 3_000, found)) });
  const jobId = await request();
  await scene.run(jobId, 31_500);
  expect(await scene.job(jobId)).toMatchObject({
    status: "queued",
    outcomes: [{ error: "upstream_unexpected_response" }, { error: "timeout" }],
  });
  expect(scene.visits).toMatchObject({ logouts: 1, closed: 1, read: ["saldos"] });
});

describe("a job taken over", () => {
  async function dead(outcomes: object[] = []): Promise<string> {
    const jobId = await request();
    await claimJob(scene.deps, jobId, syncKinds);
    await scene.database.owner("update sync_jobs set outcomes = $2 where id = $1", [
      jobId,
      JSON.stringify(outcomes),
    ]);
    scene.advance(leaseSeconds);
    return jobId;
  }
  const ok = (alcance: string) => ({ alcance, status: "ok", records_synced: 7 });

  test("that meets the dead worker's session waits for its end: that does not count as an attempt", async () => {
    const jobId = await dead();
    scene.play({ login: () => ({ kind: "busy" }) });
    await scene.run(jobId);
    expect(await scene.job(jobId)).toMatchObject({ status: "queued", attempts: 1 });
    expect(await secondsUntilDue(jobId)).toBe(leftSessionSeconds);
    scene.advance(leftSessionSeconds);
    await scene.run(jobId);
    // By now the session is somebody else's: a busy login like any other.
    expect(await scene.job(jobId)).toMatchObject({ status: "queued", attempts: 2 });
    expect(await secondsUntilDue(jobId)).toBe(20);
  });

  test("with everything stored ends without a login", async () => {
    const jobId = await dead([ok("saldos"), ok("movimientos")]);
    await scene.run(jobId);
    expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", recordsSynced: 14 });
    expect(scene.visits.opened).toBe(0);
  });

  test("by housekeeping after its last attempt keeps what was stored", async () => {
    const jobId = await dead([ok("saldos")]);
    await withSystemTx(scene.deps, ({ db }) =>
      db.run(
        { name: "t", repeatable: false, text: "update sync_jobs set attempts = 3 where id = $1" },
        [jobId],
      ),
    );
    await scene.housekeeping();
    expect(await scene.job(jobId)).toMatchObject({
      status: "succeeded",
      lastError: null,
      recordsSynced: 7,
      outcomes: [ok("saldos"), { alcance: "movimientos", status: "failed", error: "timeout" }],
    });
    expect(scene.visits.opened).toBe(0);
  });
});
