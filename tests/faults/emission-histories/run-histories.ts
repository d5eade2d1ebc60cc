import { Dice } from "./dice.ts";
import { History } from "./history.ts";
import { judge, type Ended } from "./judge.ts";
import { openLane, type Lane } from "./lane.ts";
import { comeToRest } from "./come-to-rest.ts";

/** How many histories a database serves: its clock runs ahead with each one. */
const historiesOfLane = 60;

export interface Played {
  ended: Ended[];
  /** Why the history fails, with its number. */
  failure: string | null;
}

/** What a history expects of its end, beyond what applies to all of them. */
export type Verdict = (ended: readonly Ended[]) => void;
export type Play = (history: History, number: number) => Promise<Verdict>;

export interface Run {
  count: number;
  seed: number;
  atOnce: number;
  play: Play;
}

/** Each history has its own dice, so that its number and the seed repeat it. */
export async function runHistories({ count, seed, atOnce, play }: Run): Promise<Played[]> {
  const played: Played[] = [];
  let next = 0;
  const lanes = async (): Promise<void> => {
    while (next < count) {
      const lane = await openLane();
      for (let turn = 0; turn < historiesOfLane && next < count; turn += 1) {
        const number = next++;
        played.push(await playOne(lane, new Dice(seed + number * 7_919), play, number));
      }
      await lane.api.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lanes));
  return played;
}

async function playOne(lane: Lane, dice: Dice, play: Play, number: number): Promise<Played> {
  const company = await lane.newCompany(dice.percent(50));
  const history = new History(lane, dice, company.clients);
  try {
    const verdict = await play(history, number);
    await comeToRest(history, lane.office);
    const ended = await judge(history);
    verdict(ended);
    return { ended, failure: null };
  } catch (error) {
    const { stack = "" } = error as Error;
    return { ended: [], failure: `history ${number}: ${stack}` };
  } finally {
    for (const process of history.processes) process.kill();
    await company.close();
  }
}
