import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailScene, type MailCaller, type MailScene } from "#tests/support/scenes/mail-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// A provider may name the mails of each mailbox as if there were no other.

let scene: MailScene;
beforeAll(async () => {
  scene = await mailScene();
});
afterAll(() => scene.close());

const mail = { para: ["ana@example.com"], asunto: "Hola", cuerpo: "Hola" };
const send = (caller: MailCaller) =>
  scene.call("correo.enviar", mail, { ...caller, idempotencyKey: randomUUID() });

/** Asks for a mail that no worker takes, and then its provider gave it this name. */
async function named(caller: MailCaller, name: unknown): Promise<unknown> {
  scene.hold();
  const call = send(caller);
  const queued = "select id from operations where connection_id = $1 and state = 'queued'";
  const [row] = await pollUntil(
    () => scene.database.owner(queued, [caller.connection]),
    (rows) => rows.length > 0,
    30,
  );
  const done = `update operations set state = 'done', barrier_at = created_at, external_ref = $2
    where id = $1`;
  try {
    return await scene.database.owner(done, [row?.["id"], name]);
  } finally {
    await scene.database.owner("update operations set state = 'released' where state = 'queued'");
    await call;
  }
}

test("two mailboxes of a company may have a mail of the same name, and one mailbox may not", async () => {
  const first = await scene.mailbox();
  const { body } = await send(first);
  expect(body.data).toMatchObject({ estado: "enviado" });
  const name = body.data?.["mensajeId"];

  const same = await scene.mailbox();
  await expect(named(same, name)).rejects.toThrow("operations_one_per_name");
  const other = await scene.mailbox();
  await scene.database.owner("update connections set cuenta = '\\x02' where id = $1", [
    other.connection,
  ]);
  await named(other, name);
  const ruts = await scene.database.owner("select distinct rut from connections");
  expect(ruts).toHaveLength(1);
});
