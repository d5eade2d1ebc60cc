import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateOrganization, type BillingState } from "#lib/identity/index.ts";
import { plantFile } from "#tests/support/planted/file.ts";
import { callTool, type Answered } from "#tests/support/scenes/api.ts";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";

// An unpaid bill blocks new calls. Known and stored results stay readable.

let lane: Lane;
let history: History;
let maker: Client;
let organizationId: string;

beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  const { clients } = await lane.newCompany(false);
  history = new History(lane, new Dice(1), clients);
  [maker] = clients;
  const owner = "select organization_id as id from connections where id = $1";
  const [row] = await lane.api.database.owner(owner, [maker.connection]);
  organizationId = String(row?.["id"]);
});

async function bill(billing: BillingState): Promise<void> {
  await updateOrganization(lane.api.deps, organizationId, { billing });
}

/** The call's answer; it may have work for a worker. */
async function told(tool: string, input: unknown, key?: string): Promise<Answered["body"]> {
  const { nextSent } = lane.queue;
  const call = lane.call(maker, tool, input, key === undefined ? {} : { key });
  await Promise.race([nextSent, call.process.stopped]);
  await history.deliverAll();
  await call.process.stopped;
  return answerOf(call).body;
}

const pastDue = { error: { code: "billing_past_due" } };

test("a finished emission answers under its key, and another one does not start", async () => {
  const input = { previewRef: (await history.preview(maker, 1_000)).ref };
  const second = { previewRef: (await history.preview(maker, 2_000)).ref };
  const key = randomUUID();
  const first = await told("dte.emitir", input, key);
  await bill("past_due");
  const again = await told("dte.emitir", input, key);
  expect(again).toMatchObject({ data: first.data, meta: { idempotency: "replayed" } });
  expect(await told("dte.emitir", second, randomUUID())).toMatchObject(pastDue);
  // Another call used the key: as with any new call, the bill stops it.
  expect(await told("dte.emitir", second, key)).toMatchObject(pastDue);
  expect(lane.office.sends.size).toBe(1);
});

test("a running emission is reported, and one that was given up does not start again", async () => {
  const previewed = await history.preview(maker, 1_000);
  const key = randomUUID();
  const { call } = await history.emit(maker, previewed, key);
  call.process.kill();
  const jobs = lane.queue.messages.splice(0);
  await bill("past_due");
  const again = await told("dte.emitir", { previewRef: previewed.ref }, key);
  expect(again).toMatchObject({ error: { code: "idempotency_in_progress" } });

  lane.office.formIsClosed = true;
  for (const jobId of jobs) await history.deliver(jobId).stopped;
  expect(await operationsIn(history)).toMatchObject([{ state: "released" }]);
  expect(await told("dte.emitir", { previewRef: previewed.ref }, key)).toMatchObject(pastDue);
});

test("an unknown outcome is still looked for", async () => {
  const previewed = await history.preview(maker, 1_000);
  lane.office.nextSend = "lost";
  lane.office.listIsLate = true;
  const key = randomUUID();
  await told("dte.emitir", { previewRef: previewed.ref }, key);
  lane.office.catchUp();
  await bill("none");
  const [operation] = await operationsIn(history);
  const reconciled = await told("emision.reconciliar", { operacionId: operation?.id });
  expect(reconciled.data).toMatchObject({ estado: "emitido", folio: 500_001 });
  const again = await told("dte.emitir", { previewRef: previewed.ref }, key);
  expect(again).toMatchObject({ data: { folio: 500_001 }, meta: { idempotency: "replayed" } });
});

test("a stored PDF is returned; one that is not stored is not fetched", async () => {
  const ids: string[] = [];
  for (const price of [1_000, 2_000]) {
    const input = { previewRef: (await history.preview(maker, price)).ref };
    const { data } = await told("dte.emitir", input, randomUUID());
    ids.push(String(data?.["operacionId"]));
  }
  const [kept = "", notKept = ""] = ids;
  const pdf = Buffer.from("%PDF-1.4");
  await plantFile(lane.api, { organizationId, operationId: kept }, pdf);
  await bill("past_due");
  const visits = lane.office.visits;
  const answer = await told("dte_pdf.obtener", { operacionId: kept });
  expect(answer.data).toMatchObject({ contenidoBase64: pdf.toString("base64") });
  expect(await told("dte_pdf.obtener", { operacionId: notKept })).toMatchObject(pastDue);
  await bill("none");
  const refused = await told("dte_pdf.obtener", { operacionId: notKept });
  expect(refused).toMatchObject({ error: { code: "subscription_required" } });
  expect(lane.office.visits).toBe(visits);
});

test("an answer stored under a key is returned again, also that of a link", async () => {
  const key = randomUUID();
  const input = { sistema: "tributario", modo: "crear" };
  const create = () =>
    callTool(lane.api.app, "conexiones.enlace.crear", input, {
      key: maker.key,
      idempotencyKey: key,
    });
  const first = await create();
  await bill("past_due");
  const again = await create();
  expect(again.body).toMatchObject({ data: first.body.data, meta: { idempotency: "replayed" } });
});
