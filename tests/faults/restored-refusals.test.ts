import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#lib/kernel/log.ts";
import { replay } from "#tests/support/played/replay.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

// A restored database does not know refusals after its point. The portal counts them all, and locks the account.

let scene: JobScene;
const lines: string[] = [];
beforeAll(async () => {
  const write = (line: string) => void lines.push(line);
  const log = createLog({ level: "info", write, now: () => scene.clock.now() });
  scene = await jobScene({ log });
});
afterAll(() => scene.close());

const clave = "una-clave";
const credentials = async (): Promise<unknown> => {
  const rows = await scene.database.owner("select credencial from connections order by id");
  return rows.map(({ credencial }) => credencial);
};

test("a password refused after the point is typed again only by a person", async () => {
  const { id } = await scene.organization();
  const connection = await scene.connect(id, "persona", clave);
  const waiting = await scene.request(id, connection);
  const { id: other } = await scene.organization();
  const same = await scene.connect(other, "persona", clave);
  scene.advance(60);
  const point = scene.clock.now();
  scene.advance(60);
  scene.play({ login: () => ({ kind: "rejected" }) });
  await scene.run(await scene.request(other, same));
  expect(await credentials()).toEqual(["rechazada", "rechazada"]);
  expect(lines.join("\n")).not.toContain(clave);

  // As the database of the point has them.
  await scene.database.owner("delete from login_attempts");
  await scene.database.owner("update connections set credencial = 'viva'");
  scene.advance(60);
  expect(await replay(scene, { lines, since: point })).toEqual({ done: 2, unknown: 0, byHand: [] });
  expect(await credentials()).toEqual(["rechazada", "rechazada"]);
  await scene.run(waiting);
  expect(scene.visits.logins).toBe(1);
  // One refusal, however often it is reported: two in a row would close the login for a day.
  await replay(scene, { lines, since: point });
  expect(await scene.database.owner("select outcome from login_attempts")).toEqual([
    { outcome: "rejected" },
  ]);

  // What a person hands over later is another credential.
  await scene.renew(id, connection, { rut: "persona", clave: "otra-clave" });
  await replay(scene, { lines, since: point });
  expect(await credentials()).toEqual(["viva", "rechazada"]);
});
