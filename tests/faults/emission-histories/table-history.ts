import { leftSessionSeconds } from "#lib/jobs/index.ts";
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { answerOf, type History } from "./history.ts";
import type { Client } from "./lane.ts";
import { settle } from "./settle.ts";
import type { Verdict } from "./run-histories.ts";

interface Cell {
  /** Null: the wake-up is lost, and no worker takes the job. */
  at: CrashPoint | null;
  effects: 0 | 1;
  /** What the same key is told before the lease is over. */
  meanwhile: "idempotency_in_progress" | "replay";
}

const meanwhile = "idempotency_in_progress";
const cells: Cell[] = [
  { at: null, effects: 1, meanwhile },
  { at: "emission.after_claim", effects: 1, meanwhile },
  { at: "emission.before_barrier", effects: 1, meanwhile },
  { at: "emission.after_barrier", effects: 0, meanwhile },
  { at: "emission.after_send", effects: 1, meanwhile },
  { at: "emission.before_record", effects: 1, meanwhile },
  { at: "emission.after_record", effects: 1, meanwhile: "replay" },
];

const rows = cells.flatMap((cell) => (["dies", "freezes"] as const).map((how) => ({ cell, how })));

/** This many histories meet every row of the table. */
export const tableRows = rows.length;

function isBeforeBarrier({ at }: Cell): boolean {
  return at === null || at === "emission.after_claim" || at === "emission.before_barrier";
}

/** One row of the crash table, surrounded by everything that must make no difference. */
export async function playRow(history: History, number: number): Promise<Verdict> {
  const { dice, lane, clients } = history;
  const row = rows[number % rows.length];
  if (row === undefined) throw new Error("the crash table is empty");
  const { cell, how } = row;
  const [maker, stranger] = clients;
  const previewed = await history.preview(maker, 1_000 + dice.below(50));
  const key = randomUUID();
  await history.emit(maker, previewed, key);
  const [jobId = ""] = lane.queue.messages.splice(0);
  if (cell.at !== null) {
    const worker = history.deliver(jobId, { kind: "ends", at: cell.at, how });
    await worker.stopped;
    expect(worker.state).toBe(how === "dies" ? "dead" : "frozen");
  }
  lane.office.listIsLate = dice.percent(30);
  const told = async (client: Client, under: string): Promise<string> => {
    const { call } = await history.emit(client, previewed, under);
    await call.process.stopped;
    const { body } = answerOf(call);
    return body.error?.code ?? "replay";
  };
  const isClaimed = cell.at !== null;
  for (let more = isClaimed ? dice.below(3) : 0; more > 0; more -= 1) {
    await history.deliver(jobId).stopped;
  }
  expect(await told(maker, key)).toBe(cell.meanwhile);
  expect(await told(maker, randomUUID())).toBe("tributario_preview_token_invalid");
  expect(await told(stranger, randomUUID())).toBe(
    cell.meanwhile === "replay"
      ? "tributario_preview_token_invalid"
      : "tributario_preparation_confirmation_required",
  );
  const waited = dice.percent(50) ? dice.pick([5, 30, 61, 305, 905]) : 0;
  lane.advance(waited);
  await settle(history);
  return (ended) => {
    const mine = ended.filter((one) => one.key === key && one.state !== "released");
    // An order older than its preview's validity is released: by this wait alone, or together with the wait for a
    // dead worker's session.
    const isReleased = lane.office.issued.length === 0 && mine.length === 0;
    if (isBeforeBarrier(cell) && waited > 900) expect(isReleased).toBe(true);
    if (isBeforeBarrier(cell) && waited + leftSessionSeconds > 900 && isReleased) return;
    // If sessions never end, what the zombie sends after all is issued once, and found.
    const isSentLate = cell.effects === 0 && how === "freezes" && !lane.office.hasOneVisit;
    const effects = isSentLate ? 1 : cell.effects;
    const state = effects === 1 ? "done" : "unknown";
    expect([lane.office.issued.length, mine.map((one) => one.state)]).toEqual([effects, [state]]);
  };
}
