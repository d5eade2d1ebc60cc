import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { verifyReceipt, type ReceiptKey } from "#lib/client/verify-receipt.ts";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";
import { settle } from "./emission-histories/settle.ts";
import type { SendFault } from "./emission-histories/tax-office.ts";

// The proof of an outcome: the portal's answer, its list, or both.

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

const today = () => todayInSantiago(lane.api.clock.now());

function issueByHand(annuls: number | null = null): void {
  const type = annuls === null ? 33 : 61;
  const sheet = { type, receiver: "76177907-9", date: today(), line: "by hand", net: 2_000 };
  lane.office.issueByHand({ ...sheet, annuls });
}

async function emit(nextSend: SendFault | null, key = randomUUID()) {
  const previewed = await history.preview(maker, 2_000);
  lane.office.nextSend = nextSend;
  const { call } = await history.emit(maker, previewed, key);
  await history.deliverAll();
  await call.process.stopped;
  return answerOf(call).body;
}

/** A credit note that annuls the document with this folio. */
async function annul(folio: number, nextSend: SendFault | null): Promise<string> {
  const reference = { tipoDoc: 33, folio: String(folio), fecha: today(), codigo: 1 };
  const note = { ...invoice(2_000), tipoDte: 61, referencias: [reference] };
  const sent = lane.queue.nextSent;
  const preview = lane.call(maker, "dte.previsualizar", note);
  await sent;
  await history.deliverAll();
  await preview.process.stopped;
  const previewRef = answerOf(preview).body.data?.["previewRef"];
  lane.office.nextSend = nextSend;
  const queued = lane.queue.nextSent;
  const call = lane.call(maker, "dte.emitir", { previewRef }, { key: randomUUID() });
  await queued;
  await history.deliverAll();
  await call.process.stopped;
  const { data, error } = answerOf(call).body;
  return String(data?.["operacionId"] ?? error?.details?.["operacionId"]);
}

async function onlyOperation(): Promise<string> {
  const [operation] = await operationsIn(history);
  if (operation === undefined) throw new TypeError("nothing was emitted");
  return operation.id;
}

async function statusOf(operacionId: string): Promise<Record<string, unknown>> {
  const call = lane.call(maker, "dte_emision.consultar", { operacionId });
  await call.process.stopped;
  return answerOf(call).body.data ?? {};
}

async function read<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${maker.key}` };
  return (await (await lane.api.app.request(path, { headers })).json()) as T;
}

async function receiptOf(recibo: unknown) {
  const { keys } = await read<{ keys: ReceiptKey[] }>("/.well-known/connect-receipts.json");
  return verifyReceipt(String(recibo), keys);
}

describe("a rejection needs a refusal and a list that agrees", () => {
  test.each(["refused", "unsigned"] as const)("%s, and nothing new is listed", async (fault) => {
    const { error } = await emit(fault);
    expect(error?.code).toBe(
      fault === "refused" ? "tributario_emission_rejected" : "tributario_signing_material_invalid",
    );
    expect(await operationsIn(history)).toMatchObject([{ state: "rejected" }]);
    expect(lane.office.sends.size).toBe(1);
  });

  test("a refusal that the list contradicts is not final", async () => {
    const previewed = await history.preview(maker, 2_000);
    lane.office.nextSend = "false_refusal";
    const { call } = await history.emit(maker, previewed, randomUUID());
    await history.deliverAll();
    await call.process.stopped;
    expect(answerOf(call).body.error?.code).toBe("tributario_emission_outcome_unknown");
    await settle(history);
    const [operation] = await operationsIn(history);
    expect(operation).toMatchObject({ state: "unknown", folio: null });
    const { evidencia } = await statusOf(String(operation?.id));
    expect(evidencia).toContainEqual(expect.objectContaining({ paso: "answer", rechazado: true }));
  });

  test("a refusal is final once the list could be read", async () => {
    const previewed = await history.preview(maker, 2_000);
    const { call } = await history.emit(maker, previewed, randomUUID());
    lane.office.nextSend = "refused";
    const [jobId = ""] = lane.queue.messages.splice(0);
    const at = "emission.after_send";
    const worker = history.deliver(jobId, { kind: "ends", at, how: "freezes" });
    await worker.stopped;
    lane.office.listIsClosed = true;
    worker.thaw();
    await call.process.stopped;
    expect(answerOf(call).body.error?.code).toBe("tributario_emission_outcome_unknown");
    lane.office.listIsClosed = false;
    lane.advance(31);
    await settle(history);
    expect(await operationsIn(history)).toMatchObject([{ state: "rejected", folio: null }]);
  });

  test("a worker that died between the refusal and recording it leaves it open", async () => {
    const previewed = await history.preview(maker, 2_000);
    lane.office.nextSend = "refused";
    const { call } = await history.emit(maker, previewed, randomUUID());
    const [jobId = ""] = lane.queue.messages.splice(0);
    await history.deliver(jobId, { kind: "ends", at: "emission.after_send", how: "dies" }).stopped;
    lane.advance(61);
    await settle(history);
    await call.process.stopped;
    expect(await operationsIn(history)).toMatchObject([{ state: "unknown", folio: null }]);
    expect(lane.office.sends.size).toBe(1);
  });
});

describe("a folio is reported with how it is known", () => {
  test("answered and listed", async () => {
    const { data } = await emit(null);
    expect(data).toMatchObject({ folio: 500_001, prueba: "respuesta" });
    expect(await statusOf(String(data?.["operacionId"]))).toMatchObject({ prueba: "respuesta" });
    const receipt = await receiptOf(data?.["recibo"]);
    expect(receipt).toMatchObject({ prueba: "respuesta", documentHash: expect.any(String) });
  });

  test("found in the list, where it may be somebody else's identical document", async () => {
    const key = randomUUID();
    const { error } = await emit("dropped", key);
    expect(error?.code).toBe("tributario_emission_outcome_unknown");
    issueByHand();
    await settle(history);
    const status = await statusOf(await onlyOperation());
    expect(status).toMatchObject({ estado: "emitido", folio: 500_001, prueba: "lista" });
    expect(await receiptOf(status["recibo"])).toMatchObject({
      resultado: "emitido",
      folio: 500_001,
      prueba: "lista",
      documentHash: null,
    });
    const [previewed] = history.previews;
    if (previewed === undefined) throw new TypeError("nothing was previewed");
    const replay = await history.emit(maker, previewed, key);
    await replay.call.process.stopped;
    expect(answerOf(replay.call).body.data).toMatchObject({ prueba: "lista" });
    const operation = await read(`/v1/operations/${key}`);
    expect(operation).toMatchObject({ data: { prueba: "lista", folio: 500_001 } });
  });

  test("listed late, although it was issued by hand before ours was sent", async () => {
    lane.office.listIsLate = true;
    const sheet = { type: 33, receiver: "76177907-9", date: today(), line: "hand", net: 2_000 };
    lane.office.issueByHand(sheet, { isLate: true });
    await emit("dropped");
    lane.office.catchUp();
    await settle(history);
    expect(await statusOf(await onlyOperation())).toMatchObject({
      folio: 500_001,
      prueba: "lista",
    });
  });
});

describe("an annulment without an answer is the note that its target names", () => {
  test("not the one that annulled an identical document", async () => {
    await emit(null);
    issueByHand();
    const operacionId = await annul(500_001, "dropped");
    issueByHand(500_002);
    await settle(history);
    expect(await statusOf(operacionId)).toMatchObject({ estado: "desconocido", folio: null });
  });

  test("even if others look the same", async () => {
    await emit(null);
    issueByHand();
    lane.office.listIsLate = true;
    const operacionId = await annul(500_001, "lost");
    issueByHand(500_002);
    await settle(history);
    const expected = { estado: "emitido", folio: 500_003, prueba: "lista" };
    expect(await statusOf(operacionId)).toMatchObject(expected);
  });
});
