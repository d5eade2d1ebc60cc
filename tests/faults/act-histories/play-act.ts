import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { fateOf } from "../emission-histories/fate-of.ts";
import { deliverOne, passTime, stepsOf, thawOne } from "../emission-histories/steps.ts";
import type { ActHistory, Wish } from "./act-history.ts";
import type { ActLane } from "./act-lane.ts";
import type { HistoryLane } from "./history-lane.ts";

/** What is specific to receipts, folders, or invoices. */
export interface Play<Lane extends HistoryLane = ActLane> {
  /** The portal's initial state, if it differs. */
  begin?(history: ActHistory<Lane>): Promise<void>;
  /** What exists already in some of the histories, so that more can be done with it. */
  prepare(history: ActHistory<Lane>): Promise<void>;
  /** What its programs want at first. */
  wishes(history: ActHistory<Lane>): Wish[] | Promise<Wish[]>;
  /** What somebody does about a request: revokes it, looks for it, sets it aside. */
  followUp(history: ActHistory<Lane>): Promise<void>;
  /** What goes wrong with the portal. */
  disturb(history: ActHistory<Lane>): void | Promise<void>;
  /** Ends the portal's failures; delayed requests arrive only on demand. */
  recover(history: ActHistory<Lane>): void | Promise<void>;
  /** Where else its workers end. */
  points: CrashPoint[];
}

/** One to three programs that want a thing or two done once, while all kinds of things go wrong. */
export async function playAct<Lane extends HistoryLane>(
  history: ActHistory<Lane>,
  play: Play<Lane>,
): Promise<void> {
  const { dice } = history;
  await play.begin?.(history);
  if (dice.percent(50)) await play.prepare(history);
  const wishes = await play.wishes(history);
  const ask = async (): Promise<void> =>
    void (await history.ask(dice.pick(wishes), fateOf(dice, 20, stepsOf.client)));
  await ask();
  if (dice.percent(50)) await play.disturb(history);
  for (let left = 8 + dice.below(12); left > 0; left -= 1) await step(history, play, ask);
  await play.recover(history);
}

async function step<Lane extends HistoryLane>(
  history: ActHistory<Lane>,
  play: Play<Lane>,
  ask: () => Promise<void>,
): Promise<void> {
  const { dice, lane } = history;
  const chance = dice.below(100);
  if (chance < 16) return ask();
  if (chance < 52 && lane.queue.messages.length > 0) return deliverOne(history, play.points);
  if (chance < 60 && history.frozen().length > 0) {
    return thawOne(history, (one) => history.clients.has(one));
  }
  if (chance < 70) return play.disturb(history);
  if (chance < 74) return dice.pick(history.processes).kill();
  if (chance < 86) return play.followUp(history);
  return passTime(history);
}
