import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/api.ts";
import { jobScene, type JobScene } from "#tests/support/job-scene.ts";

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

test("a password that one connection found refused is tried for no other of the same person", async () => {
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

test("a refusal does not touch the credential that came while it was being tried", async () => {
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

test("a credential that cannot be opened does not keep another's refusal from being told", async () => {
  const broken = await scene.connect(owner.id, person);
  const spoil = "update credentials set sealed = $2 where connection_id = $1";
  await scene.database.owner(spoil, [broken, Buffer.from("nothing")]);
  scene.play({ login: () => ({ kind: "rejected" }) });
  const jobId = await request();
  await scene.run(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "failed" });
  expect(await credencialOf(connection)).toBe("rechazada");
});
