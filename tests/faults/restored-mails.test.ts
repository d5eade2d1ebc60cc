import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { beginRestore, finishRestore } from "#lib/restore/index.ts";
import { mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// A restored database does not know mails sent after its point. The provider does, by their operation's header.

let scene: MailScene;
let caller: Awaited<ReturnType<MailScene["mailbox"]>>;
let point: Date;
/** The operations of a mail from before the point, and of one from after it. */
let before: string;
let lost: { operation: string; message: string; key: string };
beforeAll(async () => {
  scene = await mailScene();
  caller = await scene.mailbox();
  ({ operation: before } = await send("Antes", randomUUID()));
  scene.advance(60);
  point = scene.clock.now();
  scene.advance(60);
  const key = randomUUID();
  lost = { ...(await send("Después", key)), key };
  await scene.database.owner("delete from operations where id = $1", [lost.operation]);
  await scene.database.owner("delete from idempotency_keys where key = $1", [key]);
  // By then the provider's search knows of it.
  scene.advance(600);
});
afterAll(() => scene.close());

const mail = (asunto: string) => ({ para: ["ana@example.com"], asunto, cuerpo: "Hola" });

async function send(asunto: string, idempotencyKey: string) {
  const { body } = await scene.call("correo.enviar", mail(asunto), { ...caller, idempotencyKey });
  return {
    operation: String(body.data?.["operacionId"]),
    message: String(body.data?.["mensajeId"]),
  };
}

let begunAt: Date;
const finish = (isLeftOut = false) =>
  finishRestore(scene.deps, { point, begunAt, isLeftOut, offered: () => [] });

test("until a restore is finished a forgotten key sends nothing", async () => {
  begunAt = scene.clock.now();
  await beginRestore({ ...scene.deps, db: scene.database.keeper }, acts);
  const again = await scene.call("correo.enviar", mail("Después"), {
    ...caller,
    idempotencyKey: lost.key,
  });
  expect(again.body.error?.code).toBe("service_unavailable");
  expect(await scene.delivered()).toHaveLength(2);
});

test("finish has mailboxes searched, and shows what the ledger has forgotten", async () => {
  const unreadable = await scene.mailbox();
  await scene.database.owner("update connections set alcances = '{enviar}' where id = $1", [
    unreadable.connection,
  ]);
  const first = await finish();
  expect(first).toMatchObject({ finished: false, toRead: [caller.connection], mails: [] });
  const waiting = () =>
    scene.database.owner("select id from sync_jobs where kind = 'live' and status = 'queued'");
  const [job, ...others] = await waiting();
  expect(others).toEqual([]);
  // Called again it starts nothing twice.
  expect(await finish()).toEqual(first);
  expect(await waiting()).toHaveLength(1);

  await scene.run(String(job?.["id"]));
  const finished = await finish();
  expect(finished).toMatchObject({
    finished: true,
    toRead: [],
    mails: [
      {
        organization: caller.id,
        connection: caller.connection,
        operation: lost.operation,
        message: lost.message,
      },
    ],
    unreadable: [unreadable.connection],
  });
  expect(JSON.stringify(finished)).not.toContain(before);
  expect(await scene.delivered()).toHaveLength(2);
});

test("a search that failed is started again", async () => {
  scene.advance(60);
  begunAt = scene.clock.now();
  await beginRestore({ ...scene.deps, db: scene.database.keeper }, acts);
  expect(await finish()).toMatchObject({ finished: false });
  const queued = "select id from sync_jobs where kind = 'live' and status = 'queued'";
  const [failed] = await scene.database.owner(queued);
  await scene.database.owner("update sync_jobs set status = 'failed' where id = $1", [
    failed?.["id"],
  ]);
  expect(await finish()).toMatchObject({
    finished: false,
    toRead: [],
    unreadable: expect.arrayContaining([caller.connection]),
  });
  const [next] = await scene.database.owner(queued);
  expect(next?.["id"]).not.toBe(failed?.["id"]);
  await scene.run(String(next?.["id"]));
  expect(await finish()).toMatchObject({ finished: true, mails: [{ message: lost.message }] });
});

test("a mailbox that cannot be searched holds everything until it is left out", async () => {
  scene.advance(60);
  begunAt = scene.clock.now();
  await beginRestore({ ...scene.deps, db: scene.database.keeper }, acts);
  await finish();
  await scene.database.owner(
    "update sync_jobs set status = 'failed' where kind = 'live' and status = 'queued'",
    [],
  );
  expect(await finish()).toMatchObject({ finished: false, toRead: [] });
  expect(await finish(true)).toMatchObject({
    finished: true,
    unreadable: expect.arrayContaining([caller.connection]),
  });
});

/** Requests a mail that no worker takes yet, and returns its operation. */
async function waiting(asunto: string) {
  scene.hold();
  const call = scene.call("correo.enviar", mail(asunto), {
    ...caller,
    idempotencyKey: randomUUID(),
  });
  const queued = "select id, to_jsonb(o) as row from operations o where state = 'queued'";
  const [operation] = await pollUntil(
    () => scene.database.owner(queued),
    (rows) => rows.length > 0,
    30,
  );
  return { call, id: String(operation?.["id"]), row: operation?.["row"] };
}

test("an operation that waited at the point without a draft is looked for by its header, and stays unknown without a trace", async () => {
  const { owner } = scene.database;
  const sent = await waiting("En cola");
  await scene.work();
  const { body } = await sent.call;
  // As it was at the point: sent since, with nothing about that recorded.
  await owner("delete from operation_evidence where operation_id = $1", [sent.id]);
  await owner("delete from operations where id = $1", [sent.id]);
  const back = "insert into operations select (jsonb_populate_record(null::operations, $1)).*";
  await owner(back, [sent.row]);
  await owner("update operations set state = 'running' where id = $1", [sent.id]);
  const never = await waiting("Nunca");
  const delivered = (await scene.delivered()).length;

  const begun = await beginRestore({ ...scene.deps, db: scene.database.keeper }, acts);
  expect(begun).toMatchObject({ unknown: 2 });
  scene.advance(600);
  await scene.work();
  await scene.housekeeping();
  const found = await owner("select state, external_ref from operations where id = $1", [sent.id]);
  expect(found).toEqual([{ state: "done", external_ref: body.data?.["mensajeId"] }]);
  expect(await owner("select state from operations where id = $1", [never.id])).toEqual([
    { state: "unknown" },
  ]);
  const looks = await owner("select status, last_error from sync_jobs where kind = 'reconcile'");
  expect(looks.map(({ last_error }) => last_error)).toEqual([null, null]);
  expect(await scene.delivered()).toHaveLength(delivered);
  await never.call;
});
