import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { noteSecret } from "#lib/connections/index.ts";
import { requestVerify } from "#lib/sync/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

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
  Object.assign(scene.visits, { logins: 0 });
  owner = await scene.organization();
  person = `bloqueada-${(people += 1)}`;
  connection = await scene.connect(owner.id, person);
});

const aDay = 86_400;
const request = (): Promise<string> => scene.request(owner.id, connection);
const isClosed = { code: "connection_busy", details: { motivo: "cuenta_bloqueada" } };

async function credencial(): Promise<unknown> {
  const [row] = await scene.database.owner("select credencial from connections where id = $1", [
    connection,
  ]);
  return row?.["credencial"];
}

test("a blocked account closes its login for a day, and the stored password is not rejected", async () => {
  scene.play({ login: () => ({ kind: "blocked" }) });
  const jobId = await request();
  await scene.run(jobId);
  const { status, lastError, result } = await scene.job(jobId);
  expect({ status, lastError }).toEqual({ status: "failed", lastError: "connection_busy" });
  expect(result).toMatchObject({ details: { motivo: "cuenta_bloqueada" } });
  expect(await credencial()).toBe("viva");
  await expect(request()).rejects.toMatchObject(isClosed);
  scene.play({});
  scene.advance(aDay);
  const later = await request();
  await scene.run(later);
  expect(await scene.job(later)).toMatchObject({ status: "succeeded" });
  expect(scene.visits.logins).toBe(2);
});

test("who asks for a closed login is told to wait until it opens, not for seconds", async () => {
  scene.play({ login: () => ({ kind: "blocked" }) });
  await scene.run(await request());
  scene.advance(600);
  const sync = "banco_a.conexion.sincronizar";
  const periodo = periodoOf(scene.clock.now());
  const answer = await callTool(scene.app, sync, { periodo }, { key: owner.key, connection });
  expect(answer.body.error).toMatchObject(isClosed);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeLessThanOrEqual(aDay - 600);
  expect(seconds).toBeGreaterThan(aDay - 700);
});

test("for a blocked account verificar says so, and the credential stays", async () => {
  scene.play({ login: () => ({ kind: "blocked" }) });
  const ctx = { ...scene.deps, ...scene.contextOf(owner.id) };
  const own = {
    id: connection,
    connector: "banco_a",
    alcances: [],
    credencial: "viva",
    acceso: null,
  };
  const asked = requestVerify(ctx, own, 20);
  const queued = async () => {
    const jobs = "select id from sync_jobs where connection_id = $1";
    return (await scene.database.owner(jobs, [connection]))[0]?.["id"];
  };
  await expect.poll(queued).toMatch(/^sjb_/);
  await scene.run(String(await queued()));
  expect(await asked).toMatchObject({ valida: false, motivo: "cuenta_bloqueada" });
  expect(await credencial()).toBe("viva");
});

test("a credential older than the ledger is known by its secret from its next login on", async () => {
  const forget = "update credentials set secret_hash = null where connection_id = $1";
  await scene.database.owner(forget, [connection]);
  await scene.run(await request());
  const stranger = await scene.organization();
  const theirs = await scene.connect(stranger.id, person, "otra");
  scene.play({ login: () => ({ kind: "blocked" }) });
  await scene.run(await scene.request(stranger.id, theirs));
  await expect(request()).rejects.toMatchObject(isClosed);
  expect(scene.visits.logins).toBe(2);
});

test("a credential that arrived while an older one was open keeps its own secret", async () => {
  const kept = async () => {
    const query = "select sealed, secret_hash as hash from credentials where connection_id = $1";
    return (await scene.database.owner(query, [connection]))[0];
  };
  const older = { rut: person, clave: "una-clave" };
  const { sealed } = (await kept()) ?? {};
  await scene.renew(owner.id, connection, { rut: person, clave: "nueva" });
  const renewed = await kept();
  const credential = { connectionId: connection, connector: "banco_a", sealed: sealed as Buffer };
  await noteSecret(scene.deps, credential, older);
  expect(await kept()).toEqual(renewed);
});
