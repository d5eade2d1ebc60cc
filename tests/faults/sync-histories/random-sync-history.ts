import type { Fecha } from "#lib/chile/index.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { fateOf } from "../emission-histories/fate-of.ts";
import { accounts, readFaults } from "./bank.ts";
import type { SyncHistory } from "./sync-history.ts";
import {
  judgeJobs,
  judgeKept,
  judgeLogins,
  judgeNamed,
  judgePast,
  judgeSomeAnswer,
  judgeWhole,
} from "./sync-judge.ts";

const points: CrashPoint[] = [
  "sync.after_claim",
  "sync.before_login",
  "sync.after_login",
  "sync.before_store",
  "sync.before_store_commit",
  "sync.after_store",
  "sync.before_logout",
  "sync.after_logout",
  "sync.before_end",
  "sync.after_end",
];

/** The maximum number of steps outside itself that a process takes, so that all of it can be interrupted. */
const stepsOf = { client: 24, worker: 50, housekeeping: 40 };

const hour = 3_600;
const day = 24 * hour;

/** Days of a connection: syncs are requested and run while all kinds of things go wrong. */
export async function playSyncs(history: SyncHistory): Promise<void> {
  const { dice, lane } = history;
  bookSome(history);
  for (let left = 14 + dice.below(14); left > 0; left -= 1) await step(history);
  lane.database.undoNext = 0;
  lane.bank.nextRead = null;
  await judgeKept(history);
  await wakeAll(history);
  await judgeSomeAnswer(history);
  await judgeKept(history);
  const readOn = await begin(history);
  await judgeNamed(history, readOn);
  await readWhole(history);
  await judgeWhole(history);
  await judgePast(history, readOn);
  await judgeJobs(history);
  judgeLogins(history);
}

async function step(history: SyncHistory): Promise<void> {
  const { dice, lane, months } = history;
  const { bank, queue } = lane;
  const chance = dice.below(100);
  if (chance < 20) return askOne(history);
  if (chance < 44 && queue.messages.length > 0) return deliverOne(history);
  if (chance < 50 && history.frozen().length > 0) return dice.pick(history.frozen()).thaw();
  if (chance < 53 && history.processes.length > 0) return dice.pick(history.processes).kill();
  if (chance < 60) return bookSome(history);
  if (chance < 62 && bank.rows.length > 0) return bank.correct(dice.pick(bank.rows));
  if (chance < 64 && bank.rows.length > 0) return bank.takeBack(dice.pick(bank.rows));
  if (chance < 66 && bank.rows.length > 0) return bookAnew(history);
  if (chance < 67 && bank.gone.length > 0) return bank.bookAgain(dice.pick(bank.gone));
  if (chance < 70) return void (bank.nextRead = dice.pick(readFaults));
  if (chance < 74) return void (lane.database.undoNext = 1 + dice.below(12));
  if (chance < 77) return bank.changePassword();
  if (chance < 80) return renew(history);
  if (chance < 88 && months.length > 0) return judgeSomeAnswer(history);
  return passTime(history);
}

function bookSome({ dice, lane: { bank } }: SyncHistory): void {
  for (let left = 1 + dice.below(3); left > 0; left -= 1) {
    bank.book(dice.pick(accounts), 1_000 + dice.below(9_000));
  }
}

function bookAnew(history: SyncHistory): void {
  const { dice, lane } = history;
  lane.bank.bookAnew(dice.pick(lane.bank.rows));
  history.count("booked anew");
}

/** The same month may be requested again while it runs. */
async function askOne(history: SyncHistory): Promise<void> {
  const { dice, months } = history;
  const periodo = dice.percent(70) ? (months.at(-1) ?? dice.pick(months)) : dice.pick(months);
  await history.askMortally(periodo, fateOf(dice, 15, stepsOf.client));
}

/** A message arrives in any order, more than once, or not at all; its worker may die. */
async function deliverOne(history: SyncHistory): Promise<void> {
  const { dice, lane } = history;
  const { messages } = lane.queue;
  const place = dice.below(messages.length);
  const jobId = messages[place] ?? "";
  if (!dice.percent(25)) messages.splice(place, 1);
  if (dice.percent(5)) return;
  const worker = history.deliver(jobId, fateOf(dice, 50, stepsOf.worker, points));
  if (dice.percent(70)) await worker.stopped;
}

/** Leases and sessions expire, and months end; housekeeping runs or does not. */
async function passTime(history: SyncHistory): Promise<void> {
  const { dice, lane } = history;
  lane.advance(dice.pick([5, 61, 61, 305, 661, 7 * hour, day, 9 * day]));
  if (dice.percent(70)) await history.housekeeping(fateOf(dice, 15, stepsOf.housekeeping));
}

/** Everything frozen continues, before or after everything else has ended. */
async function wakeAll(history: SyncHistory): Promise<void> {
  const { dice } = history;
  for (const one of history.frozen()) if (dice.percent(50)) one.thaw();
  await history.comeToRest();
  for (const one of history.frozen()) one.thaw();
  await Promise.all(
    history.processes.filter(({ state }) => state === "alive").map(({ stopped }) => stopped),
  );
  await history.comeToRest();
}

/** The person's link is not what is rolled back. */
async function renew({ lane, customer }: SyncHistory): Promise<void> {
  lane.database.undoNext = 0;
  await lane.renew(customer, lane.bank.password);
}

/** From here on nothing interferes; returns the day on which that began. */
async function begin(history: SyncHistory): Promise<Fecha> {
  await renew(history);
  // A login refused twice is closed for a day, and sessions left open expire.
  history.lane.advance(day + 61);
  return history.lane.bank.today;
}

/** Every month, once more. */
async function readWhole(history: SyncHistory): Promise<void> {
  const { months } = history;
  // Twice: if much is gone at once, only a second reading is believed.
  for (const periodo of [...months, ...months]) {
    const { status, body } = await history.ask(periodo);
    if (status !== 200) throw new Error(JSON.stringify(body));
    await history.comeToRest();
  }
}
