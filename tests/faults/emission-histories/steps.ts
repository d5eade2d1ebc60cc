import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import type { Dice } from "./dice.ts";
import { fateOf } from "./fate-of.ts";
import type { HeldQueue } from "./mortal-edges.ts";
import type { Fate, MortalProcess } from "./mortal-process.ts";

const points: CrashPoint[] = [
  "emission.after_claim",
  "emission.before_barrier",
  "emission.after_barrier",
  "emission.after_send",
  "emission.before_record",
  "emission.after_record",
];

/** The maximum number of steps outside itself that a process takes, so that all of it can be interrupted. */
export const stepsOf = { client: 30, worker: 60, housekeeping: 16 };

interface Torn {
  dice: Dice;
  lane: { queue: HeldQueue; advance(seconds: number): void };
  deliver(jobId: string, fate: Fate): MortalProcess;
  housekeeping(fate: Fate): Promise<void>;
  frozen(): MortalProcess[];
}

/** Leases, sessions and previews expire, and housekeeping runs or does not. */
export async function passTime(history: Torn): Promise<void> {
  const { dice, lane } = history;
  lane.advance(dice.pick([5, 61, 61, 61, 305, 661, 905]));
  if (dice.percent(70)) await history.housekeeping(fateOf(dice, 15, stepsOf.housekeeping));
}

/** A message arrives in any order, more than once, or not at all; its worker may die. */
export async function deliverOne(history: Torn, more: CrashPoint[] = []): Promise<void> {
  const { dice, lane } = history;
  const { messages } = lane.queue;
  const place = dice.below(messages.length);
  const jobId = messages[place] ?? "";
  if (!dice.percent(25)) messages.splice(place, 1);
  if (dice.percent(5)) return;
  const worker = history.deliver(jobId, fateOf(dice, 60, stepsOf.worker, [...points, ...more]));
  if (dice.percent(70)) await worker.stopped;
}

export async function thawOne(
  history: Torn,
  isClient: (one: MortalProcess) => boolean,
): Promise<void> {
  const { dice } = history;
  const one = dice.pick(history.frozen());
  one.thaw();
  // A client may wait longer than the history lasts.
  if (dice.percent(50) && !isClient(one)) await one.stopped;
}
