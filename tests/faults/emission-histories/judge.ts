import { expect } from "vitest";
import type { Answered } from "#tests/support/scenes/api.ts";
import { answerOf, type AskedCall, type History } from "./history.ts";
import { settle, unknownIn } from "./settle.ts";

export interface Ended {
  id: string;
  key: string;
  ref: string;
  state: string;
  folio: number | null;
  look: string;
  crossed: boolean;
  inTime: boolean;
  byItsMaker: boolean;
}

const operationsOf = `
  select o.id, o.idempotency_key as key, o.preparation_id as ref, o.state, o.folio::int as folio,
    o.looks_like as look, o.barrier_at is not null as crossed, o.created_at < p.expires_at as "inTime",
    o.actor_id = p.actor_id as "byItsMaker"
  from operations o join preparations p on p.id = o.preparation_id
  where o.connection_id = $1 order by o.created_at, o.id`;

export async function operationsIn({ lane, clients }: History): Promise<Ended[]> {
  const rows = await lane.api.database.owner(operationsOf, [clients[0].connection]);
  return rows as unknown as Ended[];
}

/** The whole judgement: the office's own account against the ledger, then what clients are told. */
export async function judge(history: History): Promise<Ended[]> {
  const ended = await operationsIn(history);
  judgeDocuments(history, ended);
  judgeAnswers(history);
  await judgeReplays(history, ended);
  return ended;
}

function judgeDocuments({ lane: { office }, previews }: History, ended: readonly Ended[]): void {
  const ofKey = new Map<string, number>();
  for (const { ref, line } of previews) {
    const folios = office.issued.filter((one) => one.line === line).map(({ folio }) => folio);
    expect(office.sends.get(line) ?? 0, "sendings of one preview").toBeLessThanOrEqual(1);
    expect(folios.length, "documents of one preview").toBeLessThanOrEqual(1);
    const crossed = ended.filter((one) => one.ref === ref && one.crossed);
    expect(crossed.length, "operations past the barrier").toBeLessThanOrEqual(1);
    const [operation] = crossed;
    if (operation === undefined) {
      expect(folios, "a document without its operation").toEqual([]);
      continue;
    }
    ofKey.set(operation.key, (ofKey.get(operation.key) ?? 0) + folios.length);
    judgeOperation(operation, folios, ended);
  }
  for (const count of ofKey.values()) expect(count, "documents of one key").toBeLessThanOrEqual(1);
  for (const one of ended) {
    expect(one.inTime, "started after the preview had expired").toBe(true);
    expect(one.byItsMaker, "started by who did not preview it").toBe(true);
    const isOver = ["done", "rejected", "unknown", "released"].includes(one.state);
    expect(isOver, `left ${one.state}`).toBe(true);
    expect(one.crossed, "released past the barrier").toBe(one.state !== "released");
  }
}

function judgeOperation(operation: Ended, folios: number[], ended: readonly Ended[]): void {
  const { id, state, folio, look } = operation;
  if (state === "done") expect([folio], "the folio of its document").toEqual(folios);
  if (state === "rejected") expect(folios, "a rejected document").toEqual([]);
  // It stays open whose it is only if another one that looks the same is unknown too.
  const rivals = ended.filter(
    (other) => other.id !== id && other.look === look && other.state === "unknown",
  );
  if (state === "unknown" && rivals.length === 0) {
    expect(folios, "a listed document that nobody found").toEqual([]);
  }
}

/** What was told under one key: an end is the same each time, and never followed by another. */
function judgeAnswers({ asked }: History): void {
  for (const key of new Set(asked.map((one) => one.key))) {
    const told = asked.filter((one) => one.key === key).flatMap(({ call }) => call.answer ?? []);
    const data = told.filter(({ status }) => status === 200).map(({ body }) => body.data);
    for (const one of data) expect(one, "an answer under one key").toEqual(data[0]);
    const firsts = told.filter(({ body }) => body.meta["idempotency"] === "stored");
    const sound = firsts.filter(({ status }) => status === 200);
    expect(sound.length, "first answers under one key").toBeLessThanOrEqual(1);
    const rejected = told.filter(({ body }) => isRejection(body.error?.code));
    for (const { body } of rejected) {
      expect(body.error?.details, "a rejection").toEqual(rejected[0]?.body.error?.details);
    }
    expect(data.length > 0 && rejected.length > 0, "emitted and rejected").toBe(false);
  }
}

/** Both programs call twice more: the answers are the same, and nothing is sent. */
async function judgeReplays(history: History, ended: readonly Ended[]): Promise<void> {
  const { lane, clients, previews, asked } = history;
  const before = JSON.stringify([[...lane.office.sends], lane.office.issued.length]);
  for (const { key, ref, state } of ended.filter((one) => one.state !== "released")) {
    const previewed = previews.find((one) => one.ref === ref);
    if (previewed === undefined) throw new Error("an operation without its preview");
    const first = asked.find((one) => isEnd(one, key, state))?.call.answer ?? null;
    for (const client of clients) {
      const { call } = await history.emit(client, previewed, key);
      // For an unknown one, its key starts a check of the list.
      await history.deliverAll();
      await call.process.stopped;
      const { body } = answerOf(call);
      expect(body.meta["idempotency"], JSON.stringify(body)).toBe("replayed");
      expect(endOf(body), "a replay").toBe(state);
      if (first !== null) {
        expect([body.data, body.error?.details]).toEqual([
          first.body.data,
          first.body.error?.details,
        ]);
      }
    }
  }
  for (const id of await unknownIn(history)) await history.reconcile(clients[0], id);
  await settle(history);
  const after = JSON.stringify([[...lane.office.sends], lane.office.issued.length]);
  expect(after, "sent again after the end").toBe(before);
}

function isEnd({ key, call: { answer } }: AskedCall, wanted: string, state: string): boolean {
  return key === wanted && answer !== null && endOf(answer.body) === state;
}

type Told = Pick<Answered["body"], "data" | "error">;

function endOf({ data, error }: Told): string {
  if (data !== undefined) return "done";
  // It belongs to the look-alike for which this one was refused.
  if (error?.details?.["reason"] === "look_alike") return "none";
  if (isRejection(error?.code)) return "rejected";
  return error?.code === "tributario_emission_outcome_unknown" ? "unknown" : "none";
}

function isRejection(code: string | undefined): boolean {
  return code === "tributario_emission_rejected" || code === "tributario_signing_material_invalid";
}
