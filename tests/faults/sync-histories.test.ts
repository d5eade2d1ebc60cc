import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { Dice } from "./emission-histories/dice.ts";
import { playSyncs } from "./sync-histories/random-sync-history.ts";
import { SyncHistory } from "./sync-histories/sync-history.ts";
import { openSyncLane, type SyncLane } from "./sync-histories/sync-lane.ts";

const histories = Number(process.env["SYNC_HISTORIES"] ?? 40);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));
const atOnce = 4;
/** How many histories a database serves: its clock runs ahead with each one. */
const historiesOfLane = 25;

/** Its number and the seed repeat it, as far as the dice decide. */
async function playOne(
  lane: SyncLane,
  number: number,
  tally: Map<string, number>,
): Promise<string | null> {
  const dice = new Dice(seed + number * 7_919);
  const customer = await lane.newCustomer(dice.percent(50));
  const history = new SyncHistory(lane, dice, customer, tally);
  try {
    await playSyncs(history);
    return null;
  } catch (error) {
    return `history ${number}: ${(error as Error).stack ?? ""}`;
  } finally {
    for (const process of history.processes) process.kill();
    const disable = "update connections set disabled_at = $2 where id = $1";
    await lane.api.database.owner(disable, [customer.connection, lane.api.clock.now()]);
  }
}

test(
  `${histories} random histories of syncs lose no row, double none, and call nothing complete that is not`,
  async () => {
    const failures: string[] = [];
    const tally = new Map<string, number>();
    let next = 0;
    const lanes = async (): Promise<void> => {
      while (next < histories) {
        const lane = await openSyncLane();
        for (let turn = 0; turn < historiesOfLane && next < histories; turn += 1) {
          const failure = await playOne(lane, next++, tally);
          if (failure !== null) failures.push(failure);
        }
        await lane.api.close();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lanes));
    const counted = `HISTORY_SEED=${seed}: ${failures.length} of ${histories} fail`;
    console.log(counted, Object.fromEntries(tally));
    expect(failures.slice(0, 3), counted).toEqual([]);
  },
  60_000 + histories * 3_000,
);
