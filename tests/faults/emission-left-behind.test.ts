import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Lane } from "./emission-histories/lane.ts";
import { settle } from "./emission-histories/settle.ts";

// Histories that the random ones came upon, step by step.

let lane: Lane;

beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());

async function begin(): Promise<History> {
  const { clients } = await lane.newCompany(false);
  return new History(lane, new Dice(1), clients);
}

test("a document is looked for although every worker of its job died", async () => {
  const history = await begin();
  const [maker] = history.clients;
  const { process } = (await history.emit(maker, await history.preview(maker, 2_000), randomUUID()))
    .call;
  const [jobId = ""] = lane.queue.messages.splice(0);
  await history.deliver(jobId, { kind: "ends", at: "emission.after_send", how: "dies" }).stopped;
  // The claim and the taking are three steps each: right after them nothing has been looked at.
  for (const at of [7, 7]) {
    lane.advance(61);
    const worker = history.deliver(jobId, { kind: "ends", at, how: "dies" });
    await worker.stopped;
    expect(worker.state).toBe("dead");
  }
  expect(await operationsIn(history)).toMatchObject([{ state: "unknown", folio: null }]);
  lane.advance(61);
  await settle(history);
  expect(await operationsIn(history)).toMatchObject([{ state: "emitted", folio: 500_001 }]);
  await process.stopped;
});

test("a preview whose emission was given up is not open to another program", async () => {
  const history = await begin();
  const [maker, stranger] = history.clients;
  const previewed = await history.preview(maker, 2_000);
  lane.office.formIsClosed = true;
  const first = await history.emit(maker, previewed, randomUUID());
  await history.deliverAll();
  await first.call.process.stopped;
  expect(answerOf(first.call).body.error?.code).toBe("timeout");
  lane.office.formIsClosed = false;

  const other = await history.emit(stranger, previewed, randomUUID());
  await other.call.process.stopped;
  expect(answerOf(other.call).body.error?.code).toBe(
    "tributario_preparation_confirmation_required",
  );
  const again = await history.emit(maker, previewed, first.key);
  await history.deliverAll();
  await again.call.process.stopped;
  expect(answerOf(again.call).body.data).toMatchObject({ estado: "emitido", folio: 500_001 });
});

test("of two that look the same, neither is told of the other's document", async () => {
  const history = await begin();
  const [maker] = history.clients;
  const previews = [await history.preview(maker, 2_000), await history.preview(maker, 2_000)];
  lane.office.listIsLate = true;
  for (const [place, previewed] of previews.entries()) {
    lane.office.nextSend = place === 0 ? "lost" : "dropped";
    const { call } = await history.emit(maker, previewed, randomUUID());
    await history.deliverAll();
    await call.process.stopped;
    expect(answerOf(call).body.error?.code).toBe("tributario_emission_outcome_unknown");
  }
  lane.office.catchUp();
  const operations = await operationsIn(history);
  for (const { id } of operations.toReversed()) await history.reconcile(maker, id);
  await settle(history);
  expect(lane.office.issued).toHaveLength(1);
  expect(await operationsIn(history)).toMatchObject([{ state: "unknown" }, { state: "unknown" }]);
});
