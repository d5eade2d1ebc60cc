import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runActHistories } from "./act-histories/run-act-histories.ts";
import { openInvoiceLane } from "./invoice-histories/invoice-lane.ts";
import { invoicePlay } from "./invoice-histories/invoice-play.ts";
import { judgeInvoices } from "./invoice-histories/judge-invoices.ts";

const histories = Number(process.env["HISTORIES"] ?? 24);
const seed = Number(process.env["HISTORY_SEED"] ?? randomInt(1, 2 ** 31));

// What the sandbox loses does not arrive later: each request reaches it completely or not at all.
const late = () => ({ arrive: () => undefined, catchUp: () => undefined });

test(
  `${histories} random histories of invoices double none, and end as the provider has them`,
  async () => {
    const run = { count: histories, seed, atOnce: 4, open: openInvoiceLane, late };
    const told = await runActHistories({ ...run, play: invoicePlay, judge: judgeInvoices });
    const { failures, ends } = told;
    const counted = `HISTORY_SEED=${seed}: ${failures.length} of ${histories} fail`;
    console.log(counted, Object.fromEntries(ends));
    expect(failures.slice(0, 3), counted).toEqual([]);
    expect(ends.size).toBeGreaterThan(0);
  },
  60_000 + histories * 4_000,
);
