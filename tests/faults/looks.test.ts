import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History, type Previewed } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";
import type { SendFault } from "./emission-histories/tax-office.ts";

// A caller who asks again about a document starts a check. A check reads, and never sends.

let lane: Lane;
let history: History;
let maker: Client;
let key: string;
let previewed: Previewed;
beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  const { clients } = await lane.newCompany(false);
  history = new History(lane, new Dice(1), clients);
  [maker] = clients;
  key = randomUUID();
  previewed = await history.preview(maker, 2_000);
});

/** The same call, under the same key. */
async function emit() {
  const { call } = await history.emit(maker, previewed, key);
  await history.deliverAll();
  await call.process.stopped;
  return answerOf(call).body;
}

/** Sent, with a useless or false answer, and not listed yet. */
async function emitLate(nextSend: SendFault): Promise<string | undefined> {
  lane.office.nextSend = nextSend;
  lane.office.listIsLate = true;
  return (await emit()).error?.code;
}

async function reconcile() {
  const [operation] = await operationsIn(history);
  const call = await history.reconcile(maker, operation?.id ?? "");
  await history.deliverAll();
  await call.process.stopped;
  return answerOf(call).body;
}

const sends = (): number[] => [...lane.office.sends.values()];

test("the same key starts a check, and answers with its result", async () => {
  expect(await emitLate("lost")).toBe("tributario_emission_outcome_unknown");
  lane.advance(31);
  const before = lane.office.visits;
  expect((await emit()).error).toMatchObject({ code: "tributario_emission_outcome_unknown" });
  expect(lane.office.visits).toBe(before + 1);
  lane.advance(31);
  lane.office.catchUp();
  const found = await emit();
  expect(found.data).toMatchObject({ estado: "emitido", folio: 500_001, prueba: "lista" });
  expect(found.meta["idempotency"]).toBe("replayed");
  expect(sends()).toEqual([1]);
});

test("asked under new keys it is looked for, and reported as it is, each time", async () => {
  await emitLate("lost");
  const [operation] = await operationsIn(history);
  const keys = { "emision.reconciliar": randomUUID(), "dte_emision.consultar": randomUUID() };
  const ask = async (tool: keyof typeof keys) => {
    const sent = lane.queue.nextSent;
    const call = lane.call(maker, tool, { operacionId: operation?.id }, { key: keys[tool] });
    await Promise.race([sent, call.process.stopped]);
    await history.deliverAll();
    await call.process.stopped;
    return answerOf(call).body;
  };
  const both = async () => [await ask("emision.reconciliar"), await ask("dte_emision.consultar")];
  lane.advance(31);
  for (const { data } of await both()) expect(data).toMatchObject({ estado: "desconocido" });
  lane.advance(31);
  lane.office.catchUp();
  for (const { data, meta } of await both()) {
    expect(data).toMatchObject({ estado: "emitido", folio: 500_001 });
    expect(meta["idempotency"]).toBeUndefined();
  }
  expect(sends()).toEqual([1]);
});

test("at most every half minute, however often it is asked", async () => {
  await emitLate("lost");
  lane.office.catchUp();
  const before = lane.office.visits;
  for (const _ of [1, 2, 3]) {
    lane.advance(9);
    expect((await emit()).error?.code).toBe("tributario_emission_outcome_unknown");
  }
  expect(lane.office.visits).toBe(before);
});

test("and gets the same answer if no check was possible", async () => {
  await emitLate("lost");
  const told = await emit();
  lane.advance(31);
  lane.office.listIsClosed = true;
  expect((await emit()).error?.details).toEqual(told.error?.details);
});

test("a refused document that is listed after all is unknown from then on", async () => {
  expect(await emitLate("false_refusal")).toBe("tributario_emission_rejected");
  expect((await reconcile()).data).toMatchObject({ estado: "rechazado" });
  lane.office.catchUp();
  expect((await reconcile()).data).toMatchObject({ estado: "desconocido", recibo: null });
  expect((await emit()).error?.code).toBe("tributario_emission_outcome_unknown");
  expect(sends()).toEqual([1]);
});

test("a refused one stays refused if no check was possible", async () => {
  await emitLate("refused");
  lane.office.listIsClosed = true;
  expect((await reconcile()).error?.code).toBe("timeout");
  expect(await operationsIn(history)).toMatchObject([{ state: "rejected" }]);
});

test("a refused one is told without a check once what was asked for is dropped", async () => {
  await emitLate("refused");
  lane.advance(31 * 24 * 3_600);
  const before = lane.office.visits;
  expect((await reconcile()).data).toMatchObject({ estado: "rechazado" });
  expect(lane.office.visits).toBe(before);
});
