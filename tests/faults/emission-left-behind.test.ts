import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Lane } from "./emission-histories/lane.ts";
import { settle } from "./emission-histories/settle.ts";

// Histories that the random ones found, step by step.

let lane: Lane;

beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());

type Sending = "lost" | "dropped" | "delayed" | "false_folio" | null;

/** Issues the maker's preview at this price, without an answer that counts. */
async function emitUnknown(history: History, nextSend: Sending): Promise<string> {
  const [maker] = history.clients;
  const previewed = await history.preview(maker, 2_000);
  lane.office.listIsLate = true;
  lane.office.nextSend = nextSend;
  const { call } = await history.emit(maker, previewed, randomUUID());
  await history.deliverAll();
  await call.process.stopped;
  expect(answerOf(call).body.error?.code).toBe("tributario_emission_outcome_unknown");
  return previewed.line;
}

/** Somebody issues by hand a document that looks the same in the list. */
function issueByHand(): void {
  const date = todayInSantiago(lane.api.clock.now());
  const sheet = { type: 33, receiver: "76177907-9", date, line: "by hand", net: 2_000 };
  lane.office.issueByHand(sheet);
}

async function begin(): Promise<History> {
  const { clients } = await lane.newCompany(false);
  return new History(lane, new Dice(1), clients);
}

/** The same company, for which two organizations act without knowing each other. */
async function beginTwo(): Promise<{ history: History; theirs: History }> {
  const history = await begin();
  const other = await lane.otherOrganization(history.clients[0]);
  return { history, theirs: new History(lane, new Dice(1), [other, other]) };
}

test("a document is looked for although every worker of its job died", async () => {
  const history = await begin();
  const [maker] = history.clients;
  const { process } = (await history.emit(maker, await history.preview(maker, 2_000), randomUUID()))
    .call;
  const [jobId = ""] = lane.queue.messages.splice(0);
  await history.deliver(jobId, { kind: "ends", at: "emission.after_send", how: "dies" }).stopped;
  // Claiming and taking are three steps each: right after them nothing has been checked.
  for (const at of [7, 7]) {
    lane.advance(61);
    const worker = history.deliver(jobId, { kind: "ends", at, how: "dies" });
    await worker.stopped;
    expect(worker.state).toBe("dead");
  }
  expect(await operationsIn(history)).toMatchObject([{ state: "unknown", folio: null }]);
  lane.advance(61);
  await settle(history);
  expect(await operationsIn(history)).toMatchObject([{ state: "done", folio: 500_001 }]);
  await process.stopped;
});

test("another program cannot use a preview whose emission was given up", async () => {
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

test("a look-alike with another folio than the answered one is not taken for the document", async () => {
  const history = await begin();
  await emitUnknown(history, "false_folio");
  issueByHand();
  await settle(history);
  expect(lane.office.issued).toMatchObject([{ line: "by hand" }]);
  const [operation] = await operationsIn(history);
  expect(operation).toMatchObject({ state: "unknown", folio: null });
  const seen = await lane.api.database.owner(
    "select found from operation_evidence where operation_id = $1 and found is not null order by at, id",
    [operation?.id],
  );
  expect(seen.map(({ found }) => found)).toEqual([
    { folio: 999_999 },
    { listed: 0, matching: 0, candidates: 0 },
    { listed: 1, matching: 1, candidates: 1 },
  ]);
});

test("the answered folio distinguishes a late document from somebody else's look-alike", async () => {
  const history = await begin();
  await emitUnknown(history, null);
  issueByHand();
  await settle(history);
  expect(lane.office.issued).toHaveLength(2);
  expect(await operationsIn(history)).toMatchObject([{ state: "done", folio: 500_001 }]);
});

test("two look-alikes are told apart if one was listed before the other was sent", async () => {
  const { history, theirs } = await beginTwo();
  const lines = [await emitUnknown(history, "lost")];
  lane.office.catchUp();
  lines.push(await emitUnknown(theirs, "lost"));
  lane.office.catchUp();
  await settle(history);
  await settle(theirs);
  expect(lane.office.issued.map(({ line }) => line)).toEqual(lines);
  expect(await operationsIn(history)).toMatchObject([{ state: "done", folio: 500_001 }]);
  expect(await operationsIn(theirs)).toMatchObject([{ state: "done", folio: 500_002 }]);
});

test("the order of two folios does not say which of two look-alikes was sent first", async () => {
  const { history, theirs } = await beginTwo();
  const first = await emitUnknown(history, "delayed");
  await emitUnknown(theirs, "lost");
  lane.office.arrive();
  lane.office.catchUp();
  await settle(history);
  await settle(theirs);
  expect(lane.office.issued).toHaveLength(2);
  expect(lane.office.issued[1]).toMatchObject({ line: first });
  for (const one of [history, theirs]) {
    expect(await operationsIn(one)).toMatchObject([{ state: "unknown" }]);
  }
});

test("what a company's other connection found meanwhile does not belong to this one", async () => {
  const history = await begin();
  const [maker] = history.clients;
  const other = await lane.sameCompany(maker);
  const theirs = new History(lane, new Dice(1), [other, other]);
  const late = await theirs.emit(other, await theirs.preview(other, 2_000), randomUUID());
  const [jobId = ""] = lane.queue.messages.splice(0);
  lane.advance(1);
  const first = await history.emit(maker, await history.preview(maker, 2_000), randomUUID());
  await history.deliverAll();
  await first.call.process.stopped;
  expect(answerOf(first.call).body.data).toMatchObject({ folio: 500_001 });
  // The whole list that the second one reads before sending is late.
  for (const sheet of lane.office.issued) sheet.listed = false;
  lane.office.nextSend = "dropped";
  await theirs.deliver(jobId).stopped;
  await late.call.process.stopped;
  lane.office.catchUp();
  await settle(theirs);
  expect(await operationsIn(theirs)).toMatchObject([{ state: "unknown", folio: null }]);
});

test("if two organizations act for one company, each is told only about its own document", async () => {
  const { history, theirs } = await beginTwo();
  await emitUnknown(history, "lost");
  await emitUnknown(theirs, "dropped");
  lane.office.catchUp();
  await settle(history);
  await settle(theirs);
  expect(lane.office.issued).toHaveLength(1);
  // Either may have it: nobody can say which.
  expect(await operationsIn(theirs)).toMatchObject([{ state: "unknown", folio: null }]);
  expect(await operationsIn(history)).toMatchObject([{ state: "unknown", folio: null }]);
});

test("a folio of another organization belongs to nobody else, and nobody else is told", async () => {
  const { history, theirs } = await beginTwo();
  await emitUnknown(history, null);
  await emitUnknown(theirs, "dropped");
  lane.office.catchUp();
  lane.advance(1);
  await settle(history);
  expect(await operationsIn(history)).toMatchObject([{ state: "done", folio: 500_001 }]);
  await settle(theirs);
  const [operation] = await operationsIn(theirs);
  expect(operation).toMatchObject({ state: "unknown", folio: null });
  const seen = await lane.api.database.owner(
    "select found from operation_evidence where operation_id = $1 and found is not null order by at, id",
    [operation?.id],
  );
  // As if nobody had it: its owner is the other organization's business.
  expect(seen.at(-1)?.["found"]).toEqual({ listed: 1, matching: 1, candidates: 1 });
});

test("a folio that another organization had before this one began stays theirs", async () => {
  const history = await begin();
  const [maker] = history.clients;
  const other = await lane.otherOrganization(maker);
  const first = await history.emit(maker, await history.preview(maker, 2_000), randomUUID());
  await history.deliverAll();
  await first.call.process.stopped;
  expect(answerOf(first.call).body.data).toMatchObject({ folio: 500_001 });
  lane.advance(1);
  // The whole list that the second one reads before sending is late.
  for (const sheet of lane.office.issued) sheet.listed = false;
  const theirs = new History(lane, new Dice(1), [other, other]);
  await emitUnknown(theirs, "dropped");
  lane.office.catchUp();
  await settle(theirs);
  expect(await operationsIn(theirs)).toMatchObject([{ state: "unknown", folio: null }]);
  expect(await operationsIn(history)).toMatchObject([{ state: "done", folio: 500_001 }]);
  // The check ended normally: it is not our failure.
  const looks = await lane.api.database.owner(
    "select status from sync_jobs where connection_id = $1 and kind = 'reconcile'",
    [other.connection],
  );
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
});
