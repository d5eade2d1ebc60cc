import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { openMailLane, type MailLane } from "./mail-histories/lane.ts";

// The draft of a mail that was given up with its worker stays in the account until the next visit.

let lane: MailLane;
let client: Awaited<ReturnType<MailLane["newAccount"]>>;
beforeAll(async () => {
  lane = await openMailLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  client = await lane.newAccount();
});

/** A call whose workers all die: the first one at that point, and the later ones at their start. */
async function givenUp(key: string, at: CrashPoint) {
  const sent = lane.queue.nextSent;
  const call = lane.send(client, key);
  await sent;
  for (let tries = 0; (await stateOf(key)) !== "released"; tries += 1) {
    if (tries === 20) throw new Error("the mail is not given up");
    for (const jobId of new Set(lane.queue.messages.splice(0))) {
      const point = tries === 0 ? at : "emission.after_claim";
      await lane.deliver(jobId, { kind: "ends", at: point, how: "dies" }).stopped;
    }
    lane.advance(61);
    await lane.housekeeping().stopped;
  }
  await call.process.stopped;
  expect(call.answer?.body.error).toMatchObject({ code: "timeout" });
}

const stateOf = async (key: string) => (await states(key)).at(-1)?.["state"];

const states = (key: string) =>
  lane.api.database.owner(
    "select state from operations where connection_id = $1 and idempotency_key = $2 order by id",
    [client.connection, key],
  );

/** A call whose worker lives. */
async function answered(key: string): Promise<unknown> {
  const sent = lane.queue.nextSent;
  const call = lane.send(client, key);
  await sent;
  for (const jobId of new Set(lane.queue.messages.splice(0))) await lane.deliver(jobId).stopped;
  await call.process.stopped;
  return call.answer?.body.data;
}

const done = { estado: "enviado", puedeReintentar: false };

test.each([
  ["was noted", "emission.before_barrier"] as const,
  ["nobody had noted yet", "mail.after_draft"] as const,
])("a draft that %s when its mail was given up is gone by the next call", async (_name, at) => {
  const key = randomUUID();
  await givenUp(key, at);
  expect(lane.provider.drafts.size).toBe(1);
  expect(await answered(key)).toMatchObject(done);
  expect([lane.provider.drafts.size, lane.provider.delivered.length]).toEqual([0, 1]);
  expect(await states(key)).toEqual([{ state: "released" }, { state: "done" }]);
});

test("another mail of the account removes it too", async () => {
  await givenUp(randomUUID(), "emission.before_barrier");
  expect(await answered(randomUUID())).toMatchObject(done);
  expect([lane.provider.drafts.size, lane.provider.delivered.length]).toEqual([0, 1]);
});

test("a draft that no longer names the operation is a person's own, and stays", async () => {
  const key = randomUUID();
  await givenUp(key, "emission.before_barrier");
  const [left] = lane.provider.drafts.values();
  if (left === undefined) throw new Error("no draft was left");
  left.operacion = "";
  expect(await answered(key)).toMatchObject(done);
  expect([...lane.provider.drafts.keys()]).toEqual([left.id]);
  expect(lane.provider.delivered).toHaveLength(1);
});

test("a draft whose mail may be on its way is not touched", async () => {
  lane.provider.nextSend = "is_late";
  const key = randomUUID();
  const sent = lane.queue.nextSent;
  const call = lane.send(client, key);
  await sent;
  const [jobId = ""] = lane.queue.messages.splice(0);
  await lane.deliver(jobId, { kind: "ends", at: "emission.after_send", how: "dies" }).stopped;
  const [waiting] = lane.provider.drafts.keys();
  expect(await answered(randomUUID())).toMatchObject(done);
  expect([...lane.provider.drafts.keys()]).toEqual([waiting]);
  lane.provider.arrive();
  expect(lane.provider.delivered).toHaveLength(2);
  call.process.kill();
});

test("a provider that cannot be asked about it delays no mail, and the next mail asks again", async () => {
  await givenUp(randomUUID(), "emission.before_barrier");
  lane.provider.failsDeleting = true;
  expect(await answered(randomUUID())).toMatchObject(done);
  expect(lane.provider.drafts.size).toBe(1);
  lane.provider.failsDeleting = false;
  expect(await answered(randomUUID())).toMatchObject(done);
  expect([lane.provider.drafts.size, lane.provider.delivered.length]).toEqual([0, 2]);
});
