import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History, type AskedCall } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";

// While it is unknown whether a document was issued, an identical one is not sent under another key: it may be the
// same wish, repeated by somebody who got no answer.

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

async function told({ call }: AskedCall) {
  await history.deliverAll();
  await call.process.stopped;
  return answerOf(call).body;
}

/** Issued, but neither answered nor listed. */
async function emitUnknown(): Promise<string> {
  const previewed = await history.preview(maker, 2_000);
  lane.office.listIsLate = true;
  lane.office.nextSend = "lost";
  const { error } = await told(await history.emit(maker, previewed, randomUUID()));
  expect(error?.code).toBe("tributario_emission_outcome_unknown");
  return String(error?.details?.["operacionId"]);
}

const refusedFor = (operacionId: string) => ({
  code: "tributario_emission_outcome_unknown",
  details: { reason: "look_alike", operacionId },
});
const sends = () => [...lane.office.sends.values()].reduce((sum, count) => sum + count, 0);

test("once it is known, the other preview can be emitted under the key that was refused", async () => {
  const second = await history.preview(maker, 2_000);
  const third = await history.preview(maker, 2_001);
  const operacionId = await emitUnknown();
  const key = randomUUID();
  const refused = await told(await history.emit(maker, second, key));
  expect(refused.error).toMatchObject(refusedFor(operacionId));
  expect(await operationsIn(history)).toHaveLength(1);
  // One peso more is a different document.
  lane.office.listIsLate = false;
  const { data } = await told(await history.emit(maker, third, randomUUID()));
  expect(data).toMatchObject({ estado: "emitido", folio: 500_002 });

  lane.office.catchUp();
  await history.reconcile(maker, operacionId);
  await history.deliverAll();
  expect((await told(await history.emit(maker, second, key))).data).toMatchObject({
    folio: 500_003,
  });
});

test("nor through the company's other connection; another organization's wish is its own", async () => {
  const [mine, theirs] = [await lane.sameCompany(maker), await lane.otherOrganization(maker)];
  const operacionId = await emitUnknown();
  const again = await told(
    await history.emit(mine, await history.preview(mine, 2_000), randomUUID()),
  );
  expect(again.error).toMatchObject(refusedFor(operacionId));
  lane.office.listIsLate = false;
  const other = await history.preview(theirs, 2_000);
  expect((await told(await history.emit(theirs, other, randomUUID()))).data).toBeDefined();
  expect(sends()).toBe(2);
});

test("one ordered earlier stops at its barrier, and frees its key", async () => {
  const other = await lane.sameCompany(maker);
  const key = randomUUID();
  const previewed = await history.preview(other, 2_000);
  const asked = await history.emit(other, previewed, key);
  const [jobId = ""] = lane.queue.messages.splice(0);
  const freezes = { kind: "ends", at: "emission.before_barrier", how: "freezes" } as const;
  const worker = history.deliver(jobId, freezes);
  await worker.stopped;
  await emitUnknown();
  worker.thaw();
  await worker.stopped;
  const { error } = await told(asked);
  // It belongs to another connection: a key limited to one connection is told no more.
  expect(error).toMatchObject({
    code: "tributario_emission_outcome_unknown",
    details: { reason: "look_alike" },
  });
  expect(sends()).toBe(1);
  expect((await told(await history.emit(other, previewed, key))).error?.details).toMatchObject({
    reason: "look_alike",
    operacionId: expect.any(String),
  });
});
