import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { playAtRandom } from "./emission-histories/random-history.ts";
import { runHistories, type Played } from "./emission-histories/run-histories.ts";
import { playRow, tableRows } from "./emission-histories/table-history.ts";

const histories = Number(process.env["HISTORIES"] ?? 200);
const rows = Math.max(tableRows, Math.ceil(histories / 8));
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));
const atOnce = 16;
const timeoutMs = 60_000 + histories * 1_000;

function endsOf(played: readonly Played[]): Map<string, number> {
  const failures = played.flatMap(({ failure }) => failure ?? []);
  const counted = `HISTORY_SEED=${seed}: ${failures.length} of ${played.length} fail`;
  expect(failures.slice(0, 3), counted).toEqual([]);
  const ends = new Map<string, number>();
  for (const { state } of played.flatMap(({ ended }) => ended)) {
    ends.set(state, (ends.get(state) ?? 0) + 1);
  }
  console.log(`HISTORY_SEED=${seed}`, Object.fromEntries(ends));
  return ends;
}

test(
  `${histories} random histories leave no key with two documents, none without its operation, and replays as the first answer`,
  async () => {
    const played = await runHistories({ count: histories, seed, atOnce, play: playAtRandom });
    expect(played).toHaveLength(histories);
    const ends = endsOf(played);
    // Histories in which everything or nothing is emitted would prove little.
    for (const state of ["done", "rejected", "unknown", "released"]) {
      expect(ends.get(state) ?? 0, state).toBeGreaterThan(0);
    }
  },
  timeoutMs,
);

test(
  `${rows} histories with one crash each have the effects of the crash table, row by row`,
  async () => {
    const played = await runHistories({ count: rows, seed, atOnce, play: playRow });
    expect(played).toHaveLength(rows);
    const ends = endsOf(played);
    // The table is played row by row; at least one is killed between the barrier and the sending.
    expect(ends.get("unknown") ?? 0).toBeGreaterThan(0);
    expect(ends.get("done") ?? 0).toBeGreaterThan(ends.get("unknown") ?? 0);
  },
  timeoutMs,
);
