import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Call, type Client, type Lane } from "./emission-histories/lane.ts";

// What waits for a worker, and for how long somebody waits for it.

let lane: Lane;
let history: History;
let maker: Client;

beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  const { clients } = await lane.newCompany(false);
  history = new History(lane, new Dice(1), clients);
  [maker] = clients;
});

/** Previews whose callers left while their jobs wait. */
async function leavePreviews(count: number): Promise<void> {
  const calls: Call[] = [];
  for (let place = 0; place < count; place += 1) {
    const sent = lane.queue.nextSent;
    calls.push(lane.call(maker, "dte.previsualizar", invoice(1_000 + place)));
    await sent;
  }
  for (const { process } of calls) process.kill();
}

async function jobsOf(kind: string): Promise<Record<string, unknown>[]> {
  return lane.api.database.owner(
    "select status, last_error, step from sync_jobs where connection_id = $1 and kind = $2",
    [maker.connection, kind],
  );
}

test("a connection can have twelve previews and PDFs waiting, and no more", async () => {
  await leavePreviews(12);
  const refused = lane.call(maker, "dte.previsualizar", invoice(2_000));
  await refused.process.stopped;
  const { status, body } = answerOf(refused);
  expect([status, body.error?.code]).toEqual([429, "too_many_pending"]);
  expect(body.error?.details).toMatchObject({ limit: 12 });
  expect(await jobsOf("preview")).toHaveLength(12);

  for (const jobId of lane.queue.messages.splice(0)) await history.deliver(jobId).stopped;
  await history.preview(maker, 3_000);
  expect(lane.office.visits).toBe(13);
});

test("a preview that nobody waits for any more causes no visit", async () => {
  await leavePreviews(3);
  lane.advance(61);
  for (const jobId of lane.queue.messages.splice(0)) await history.deliver(jobId).stopped;
  expect(await jobsOf("preview")).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: "failed", last_error: "timeout" })),
  );
  expect(lane.office.visits).toBe(0);
});

test("an emission that waited until its preview expired is released unsent", async () => {
  const previewed = await history.preview(maker, 2_000);
  const visits = lane.office.visits;
  const key = randomUUID();
  const { call } = await history.emit(maker, previewed, key);
  lane.advance(9 * 3_600);
  await history.deliverAll();
  await call.process.stopped;
  expect(answerOf(call).body.error?.code).toBe("tributario_preview_token_expired");
  expect(await operationsIn(history)).toMatchObject([{ state: "released" }]);
  expect(lane.office.visits).toBe(visits);
  expect(lane.office.issued).toEqual([]);
});

test("an emission whose worker froze before the barrier is not sent hours later", async () => {
  const previewed = await history.preview(maker, 2_000);
  const { call } = await history.emit(maker, previewed, randomUUID());
  const [jobId = ""] = lane.queue.messages.splice(0);
  const worker = history.deliver(jobId, {
    kind: "ends",
    at: "emission.before_barrier",
    how: "freezes",
  });
  await worker.stopped;
  lane.advance(901);
  worker.thaw();
  await worker.stopped;
  await call.process.stopped;
  expect(answerOf(call).body.error?.code).toBe("tributario_preview_token_expired");
  expect(lane.office.sends.size).toBe(0);
});

test("a queue that refuses the wake-up delays the work, and the call waits for it", async () => {
  lane.queue.refuses = true;
  const preview = lane.call(maker, "dte.previsualizar", invoice(2_000));
  await housekeepingOnceQueued("preview");
  await history.deliverAll();
  await preview.process.stopped;
  const previewRef = answerOf(preview).body.data?.["previewRef"];

  lane.queue.refuses = true;
  const emission = lane.call(maker, "dte.emitir", { previewRef }, { key: randomUUID() });
  await housekeepingOnceQueued("emission");
  await history.deliverAll();
  await emission.process.stopped;
  expect(answerOf(emission).body.data).toMatchObject({ estado: "emitido", folio: 500_001 });
});

test("a queue that refuses delays a check of the list too", async () => {
  const previewed = await history.preview(maker, 2_000);
  lane.office.nextSend = "lost";
  lane.office.listIsLate = true;
  const { call } = await history.emit(maker, previewed, randomUUID());
  await history.deliverAll();
  await call.process.stopped;
  lane.office.catchUp();
  const [operation] = await operationsIn(history);
  lane.queue.refuses = true;
  const looking = lane.call(maker, "emision.reconciliar", { operacionId: operation?.id });
  await housekeepingOnceQueued("reconcile");
  await history.deliverAll();
  await looking.process.stopped;
  expect(answerOf(looking).body.data).toMatchObject({ estado: "emitido", folio: 500_001 });
});

async function housekeepingOnceQueued(kind: string): Promise<void> {
  await expect.poll(() => jobsOf(kind)).toHaveLength(1);
  await expect.poll(() => lane.queue.refusals).toBeGreaterThan(0);
  lane.queue.refuses = false;
  lane.queue.refusals = 0;
  lane.advance(21);
  await history.housekeeping();
}
