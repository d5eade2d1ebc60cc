import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { company, jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { SessionEnded, type LoginOutcome } from "#lib/contract/index.ts";
import { requestVerify } from "#lib/sync/index.ts";
import { claimJob, type ClaimedJob } from "../claim-job.ts";
import { leaseSeconds, syncKinds } from "../job.ts";
import { throughLedger } from "./login-ledger.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let person: string;
let people = 0;
/** Whether the database is unreachable. */
let down = false;
beforeAll(async () => {
  const database = await testDatabase();
  const { db: real } = database;
  const db: typeof real = {
    orm: real.orm,
    run: (statement, values) => real.run(statement, values),
    transaction: (...given) =>
      down ? Promise.reject(new Error("down")) : real.transaction(...given),
    close: () => real.close(),
  };
  scene = await jobScene({ database: { ...database, db } });
});
afterAll(() => scene.close());
beforeEach(async () => {
  down = false;
  scene.play({});
  Object.assign(scene.visits, { opened: 0, logins: 0, logouts: 0 });
  owner = await scene.organization();
  person = `persona-${(people += 1)}`;
  connection = await scene.connect(owner.id, person);
});

const aDay = 86_400;
const request = (): Promise<string> => scene.request(owner.id, connection);
const rejected = (): LoginOutcome => ({ kind: "rejected" });
/** Time enough for a worker to see one failure, and not to see it repaired. */
const hardlyAnyMs = 30_500;

async function credencialOf(id: string): Promise<unknown> {
  const [row] = await scene.database.owner("select credencial from connections where id = $1", [
    id,
  ]);
  return row?.["credencial"];
}

async function attempts(): Promise<unknown[]> {
  const rows = await scene.database.owner(
    `select a.outcome from login_attempts a join sync_jobs j on j.id = a.job_id
     where j.connection_id = $1 order by a.id`,
    [connection],
  );
  return rows.map(({ outcome }) => outcome);
}

async function claimed(jobId: string): Promise<ClaimedJob> {
  const claim = await claimJob(scene.deps, jobId, syncKinds);
  if (claim.kind !== "claimed") throw new Error(claim.kind);
  return claim.job;
}

/** Another connection of the same person, whose one login is refused. */
async function refusedElsewhere(clave: string, outcome: LoginOutcome = rejected()): Promise<void> {
  const stranger = await scene.organization();
  const theirs = await scene.connect(stranger.id, person, clave);
  scene.play({ login: () => outcome });
  await scene.run(await scene.request(stranger.id, theirs));
  scene.play({});
}

test("a refusal outlasts a briefly unreachable database: one login, recorded before the logout", async () => {
  const jobId = await request();
  scene.play({
    login: () => {
      down = true;
      return rejected();
    },
  });
  const run = scene.run(jobId);
  await expect.poll(() => scene.visits.logins).toBe(1);
  expect(scene.visits.logouts).toBe(0);
  down = false;
  await run;
  expect(await attempts()).toEqual(["rejected"]);
  expect(await credencialOf(connection)).toBe("rechazada");
  for (let wakeUps = 0; wakeUps < 3; wakeUps += 1) {
    scene.advance(leaseSeconds + 1);
    await scene.housekeeping();
    await scene.run(jobId);
  }
  expect(scene.visits).toMatchObject({ logins: 1, logouts: 1 });
  expect(await scene.job(jobId)).toMatchObject({ lastError: "connection_credential_required" });
});

test("a login whose outcome is lost is repeated once, and a third time a day later", async () => {
  const jobId = await request();
  const dies = { login: () => ((down = true), rejected()) };
  for (const logins of [1, 2, 2]) {
    scene.play(dies);
    await scene.run(jobId, hardlyAnyMs).catch(() => undefined);
    down = false;
    expect(scene.visits.logins).toBe(logins);
    scene.advance(leaseSeconds + 1);
  }
  expect(await attempts()).toEqual([null, null]);
  const { status, notBefore, attempts: counted } = await scene.job(jobId);
  expect({ status, counted }).toEqual({ status: "queued", counted: 2 });
  const later = (notBefore.getTime() - scene.clock.now().getTime()) / 1000;
  expect(later).toBeGreaterThan(aDay - 400);
  scene.advance(aDay);
  await scene.housekeeping();
  scene.play({ login: rejected });
  await scene.run(jobId);
  expect(scene.visits.logins).toBe(3);
  expect(await attempts()).toEqual([null, null, "rejected"]);
  expect(await credencialOf(connection)).toBe("rechazada");
});

test("a secret's newest login is kept however old, and the others for a month", async () => {
  await scene.run(await request());
  await scene.run(await scene.request(owner.id, connection, { periodo: "2026-09" }));
  await refusedElsewhere("otra");
  scene.advance(29 * aDay);
  await scene.housekeeping();
  expect(await attempts()).toEqual(["ok", "ok"]);
  scene.advance(2 * aDay);
  await scene.housekeeping();
  expect(await attempts()).toEqual(["ok"]);
  const kept = "select 1 from login_attempts where outcome = 'rejected' and started_at < $1";
  expect(await scene.database.owner(kept, [scene.clock.now()])).not.toEqual([]);
});

test("a job that was logged out, and replaced meanwhile, does not log in again", async () => {
  const jobId = await request();
  scene.play({
    read: async () => {
      scene.advance(leaseSeconds + 1);
      await claimed(jobId);
      throw new SessionEnded();
    },
  });
  await scene.run(jobId);
  expect(scene.visits).toMatchObject({ logins: 1, logouts: 1 });
});

test("two refusals in a row close the login to every other secret, and a success opens it", async () => {
  await scene.run(await request());
  await refusedElsewhere("otra");
  await refusedElsewhere("y otra");
  const third = await scene.organization();
  const theirs = await scene.connect(third.id, person, "una tercera");
  const closed = { code: "connection_busy", details: { motivo: "intentos_agotados" } };
  await expect(scene.request(third.id, theirs)).rejects.toMatchObject(closed);
  const own = { id: theirs, connector: "banco_a", alcances: [], credencial: "viva", acceso: null };
  const ctx = { ...scene.deps, ...scene.contextOf(third.id) };
  await expect(requestVerify(ctx, own, 0)).rejects.toMatchObject(closed);
  expect(scene.visits.logins).toBe(3);
  await scene.run(await request());
  expect(await scene.request(third.id, theirs)).toMatch(/^sjb_/);
});

test("a job that waited while the login was closed continues to wait, without opening a portal", async () => {
  const third = await scene.organization();
  const theirs = await scene.connect(third.id, person, "una tercera");
  const waiting = await scene.request(third.id, theirs);
  await refusedElsewhere("otra");
  await refusedElsewhere("y otra");
  const { opened } = scene.visits;
  await scene.run(waiting);
  expect(scene.visits.opened).toBe(opened);
  expect(await scene.job(waiting)).toMatchObject({ status: "queued", attempts: 0, step: null });
  scene.advance(aDay);
  await scene.run(waiting);
  expect(await scene.job(waiting)).toMatchObject({ status: "succeeded" });
});

test("a job that sleeps because of a closed login is woken as soon as one succeeds", async () => {
  await scene.run(await request());
  const third = await scene.organization();
  const theirs = await scene.connect(third.id, person, "una tercera");
  const sleeping = await scene.request(third.id, theirs);
  await refusedElsewhere("otra");
  await refusedElsewhere("y otra");
  await scene.run(sleeping);
  expect(await scene.job(sleeping)).toMatchObject({ status: "queued" });
  await scene.run(await request());
  await scene.run(sleeping);
  expect(await scene.job(sleeping)).toMatchObject({ status: "succeeded" });
});

test("a job that is logged out, and whose login was closed meanwhile, waits until it opens", async () => {
  const jobId = await request();
  scene.play({
    read: async () => {
      await scene.database.owner(
        `insert into login_attempts (id, organization_id, login_identity, secret_hash, job_id, token,
          started_at, ended_at, outcome)
        select id || 'x', organization_id, login_identity, '\\x00', job_id, token,
          started_at, ended_at, 'blocked' from login_attempts where job_id = $1`,
        [jobId],
      );
      throw new SessionEnded();
    },
  });
  await scene.run(jobId);
  expect(scene.visits).toMatchObject({ logins: 1, logouts: 1 });
  const { status, notBefore } = await scene.job(jobId);
  expect(status).toBe("queued");
  expect(notBefore.getTime() - scene.clock.now().getTime()).toBeGreaterThan(3_600_000);
  scene.play({});
  scene.advance(aDay);
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded" });
});

test("a blocked account is left alone for a day, even by what worked before", async () => {
  await scene.run(await request());
  await refusedElsewhere("otra", { kind: "blocked" });
  await expect(request()).rejects.toMatchObject({
    code: "connection_busy",
    details: { motivo: "cuenta_bloqueada" },
  });
  scene.advance(aDay);
  await scene.run(await request());
  expect(scene.visits.logins).toBe(3);
});

test("an owner who brings back a refused password is told so, without a login", async () => {
  scene.play({ login: rejected });
  await scene.run(await request());
  await scene.renew(owner.id, connection, { rut: person, clave: "una-clave" });
  const jobId = await request();
  await scene.run(jobId);
  expect(scene.visits.logins).toBe(1);
  expect(await scene.job(jobId)).toMatchObject({ lastError: "connection_credential_required" });
  expect(await credencialOf(connection)).toBe("rechazada");
});

test.each(["busy", "maintenance", "approval_pending", "variant_unsupported"] as const)(
  "a portal that answers %s has refused nothing",
  async (kind) => {
    await refusedElsewhere("otra", { kind });
    await refusedElsewhere("y otra");
    await scene.run(await request());
    expect(await attempts()).toEqual(["ok"]);
  },
);

test("of two that would take the last try at once, only one sends its password", async () => {
  await refusedElsewhere("otra");
  const jobs = await Promise.all(
    ["a", "b"].map(async (clave) => {
      const other = await scene.organization();
      const theirs = await scene.connect(other.id, `${person}-${clave}`);
      return claimed(await scene.request(other.id, theirs));
    }),
  );
  const query = "select login_identity from credentials where connection_id = $1";
  const [{ login_identity: loginIdentity } = {}] = await scene.database.owner(query, [connection]);
  const ctx = {
    ...scene.deps,
    worker: "sync" as const,
    broker: { open: () => Promise.reject(new Error("nothing to open")) },
    openPortal: () => Promise.reject(new Error("no portal")),
    onJobEnded: () => Promise.resolve(),
  };
  const fields = { rut: person, clave: "secreta" };
  const answers = await Promise.all(
    jobs.map((job, place) => {
      const subject = {
        companyRut: company.rut,
        loginIdentity: loginIdentity as Buffer,
        secretHash: null,
        withFields: <T>(use: (own: typeof fields) => Promise<T>) => use(fields),
        proven: () => Promise.resolve(),
        failed: () => Promise.resolve(),
      };
      const login = { job, subject, signal: AbortSignal.timeout(20_000) };
      const secret = { ...fields, clave: `secreta-${place}` };
      return throughLedger(ctx, login, secret, async ({ submitting }) => {
        await submitting();
        return rejected();
      }).then(
        ({ kind }) => kind,
        ({ code }) => code as string,
      );
    }),
  );
  expect(answers.toSorted()).toEqual(["connection_busy", "rejected"]);
});
