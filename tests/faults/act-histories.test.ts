import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { lateOf, openActLane } from "./act-histories/act-lane.ts";
import { folderPlay } from "./act-histories/folder-play.ts";
import { judgeFolders } from "./act-histories/judge-folders.ts";
import { judgeReceipts } from "./act-histories/judge-receipts.ts";
import { receiptPlay } from "./act-histories/receipt-play.ts";
import { runActHistories } from "./act-histories/run-act-histories.ts";

const histories = Number(process.env["HISTORIES"] ?? 24);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));

test.each([
  [
    "receipts leave no double one, and each unknown settled by the list",
    receiptPlay,
    judgeReceipts,
  ],
  ["folders leave none open, and no request with two", folderPlay, judgeFolders],
])(
  `${histories} random histories of %s`,
  async (_, play, judge) => {
    const run = { count: histories, seed, atOnce: 4, play, judge };
    const lanes = { open: openActLane, late: lateOf };
    const { failures, ends } = await runActHistories({ ...run, ...lanes });
    const counted = `HISTORY_SEED=${seed}: ${failures.length} of ${histories} fail`;
    console.log(counted, Object.fromEntries(ends));
    expect(failures.slice(0, 3), counted).toEqual([]);
    expect(ends.size).toBeGreaterThan(0);
  },
  60_000 + histories * 3_000,
);
