import { comeToRest } from "../emission-histories/come-to-rest.ts";
import { Dice } from "../emission-histories/dice.ts";
import { ActHistory } from "./act-history.ts";
import type { HistoryLane } from "./history-lane.ts";
import { playAct, type Play } from "./play-act.ts";

/** How many histories a database serves: its clock runs ahead with each one. */
const historiesOfLane = 50;

interface Run<Lane extends HistoryLane> {
  count: number;
  seed: number;
  atOnce: number;
  open(): Promise<Lane>;
  play: Play<Lane>;
  late(lane: Lane): Parameters<typeof comeToRest>[1];
  /** Throws if something is wrong; returns the outcomes. */
  judge(history: ActHistory<Lane>): Promise<string[]>;
}

interface Told {
  failures: string[];
  /** How often each end came about. */
  ends: Map<string, number>;
}

/** Each history has its own dice, so that its number and the seed repeat it. */
export async function runActHistories<Lane extends HistoryLane>({
  count,
  seed,
  atOnce,
  open,
  play,
  late,
  judge,
}: Run<Lane>): Promise<Told> {
  const told: Told = { failures: [], ends: new Map() };
  let next = 0;

  async function playOne(lane: Lane, number: number): Promise<void> {
    const dice = new Dice(seed + number * 7_919);
    const history = new ActHistory(lane, dice, await lane.newIssuer());
    try {
      await playAct(history, play);
      await comeToRest(history, late(lane));
      await history.finishVisits();
      for (const end of await judge(history)) told.ends.set(end, (told.ends.get(end) ?? 0) + 1);
    } catch (error) {
      told.failures.push(`history ${number}: ${(error as Error).stack ?? ""}`);
    } finally {
      for (const process of history.processes) process.kill();
      const disable = "update connections set disabled_at = $2 where id = $1";
      await lane.api.database.owner(disable, [history.connection, lane.api.clock.now()]);
    }
  }

  const lanes = async (): Promise<void> => {
    while (next < count) {
      const lane = await open();
      for (let turn = 0; turn < historiesOfLane && next < count; turn += 1) {
        await playOne(lane, next++);
      }
      await lane.api.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lanes));
  return told;
}
