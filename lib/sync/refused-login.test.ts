import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { company, jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { santiagoDayOf } from "#lib/chile/index.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { SessionEnded, type LoginOutcome } from "#lib/contract/index.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
let person: string;
let people = 0;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.play({});
  scene.visits.logins = 0;
  owner = await scene.organization();
  person = `persona-${(people += 1)}`;
  connection = await scene.connect(owner.id, person);
});

const request = (): Promise<string> => scene.request(owner.id, connection);

async function credencialOf(id: string): Promise<unknown> {
  const [row] = await scene.database.owner("select credencial from connections where id = $1", [
    id,
  ]);
  return row?.["credencial"];
}

test("a password refused on one connection is tried on no other of the same person", async () => {
  const stranger = await scene.organization();
  const [sibling, strangers, newer, other] = await Promise.all([
    scene.connect(owner.id, person),
    scene.connect(stranger.id, person),
    scene.connect(owner.id, person, "otra-clave"),
    scene.connect(owner.id, `${person}-otra`),
  ]);
  const waiting = await scene.request(owner.id, sibling);
  scene.play({ login: () => ({ kind: "rejected" }) });
  await scene.run(await request());
  await scene.run(waiting);
  await scene.run(await scene.request(stranger.id, strangers));
  expect(scene.visits.logins).toBe(1);
  expect(await scene.job(waiting)).toMatchObject({
    status: "failed",
    lastError: "connection_credential_required",
  });
  expect(await Promise.all([sibling, strangers, newer, other].map(credencialOf))).toEqual([
    "rechazada",
    "rechazada",
    "viva",
    "viva",
  ]);
});

test("a connection that was disabled while its sync waited is not logged in to", async () => {
  const waiting = await request();
  await updateConnection(scene.deps, connection, { disabled: true });
  await scene.run(waiting);
  expect(scene.visits.logins).toBe(0);
  expect(await scene.job(waiting)).toMatchObject({
    status: "failed",
    lastError: "connection_disabled",
  });
});

test("a refusal does not affect a credential that arrived while the old one was being tried", async () => {
  const jobId = await request();
  scene.play({
    login: async () => {
      await scene.renew(owner.id, connection, { rut: "otra-persona", clave: "nueva" });
      return { kind: "rejected" };
    },
  });
  await scene.run(jobId);
  expect(await credencialOf(connection)).toBe("viva");
});

test("a credential that cannot be opened does not keep another's refusal from being reported", async () => {
  const broken = await scene.connect(owner.id, person);
  const spoil = "update credentials set sealed = $2 where connection_id = $1";
  await scene.database.owner(spoil, [broken, Buffer.from("nothing")]);
  scene.play({ login: () => ({ kind: "rejected" }) });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "failed" });
  expect(await credencialOf(connection)).toBe("rechazada");
});

/** Reads the first module, is logged out at the second, and cannot log in again. */
function closedOnTheWay(kind: "rejected" | "blocked" | "company_not_offered"): void {
  const logins: LoginOutcome[] = [{ kind: "ok", company }, { kind }];
  scene.play({
    login: () => logins.shift() ?? { kind },
    read: (alcance) => {
      if (alcance === "movimientos") throw new SessionEnded();
      return nothingThere;
    },
  });
}

test.each([
  ["rejected", "connection_credential_required", "rechazada"],
  ["blocked", "connection_busy", "viva"],
  ["company_not_offered", "connection_identity_mismatch", "viva"],
] as const)("a login that is %s in the middle keeps what was read", async (kind, error, left) => {
  closedOnTheWay(kind);
  const periodo = santiagoDayOf(scene.clock.now()).slice(0, 7);
  const alcances = ["saldos", "movimientos"];
  const jobId = await scene.request(owner.id, connection, { periodo, alcances });
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({
    status: "succeeded",
    lastError: null,
    outcomes: [
      { alcance: "saldos", status: "ok" },
      { alcance: "movimientos", status: "failed", error },
    ],
  });
  expect(await credencialOf(connection)).toBe(left);
});

test("a job whose credential was refused between two attempts keeps what the first one read", async () => {
  scene.play({
    read: (alcance) => {
      if (alcance === "movimientos") throw new AppError("upstream_error");
      return nothingThere;
    },
  });
  const periodo = santiagoDayOf(scene.clock.now()).slice(0, 7);
  const alcances = ["saldos", "movimientos"];
  const jobId = await scene.request(owner.id, connection, { periodo, alcances });
  await scene.run(jobId);
  const refuse = "update connections set credencial = 'rechazada' where id = $1";
  await scene.database.owner(refuse, [connection]);
  scene.advance(5);
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({
    status: "succeeded",
    outcomes: [
      { alcance: "saldos", status: "ok" },
      { alcance: "movimientos", status: "failed", error: "connection_credential_required" },
    ],
  });
  expect(scene.visits.logins).toBe(1);
});
