import { findOperation, lookSoon } from "#lib/ledger/index.ts";
import { Refused } from "./refusals.ts";
import type { Runs } from "./table.ts";

export const operation: Runs<"operation"> = {
  show: async (at, { OPER }) => {
    const { row, totals, evidence } = await findOperation(at.own, OPER);
    const shown = Object.entries(row).filter(([, value]) => !Buffer.isBuffer(value));
    const steps = evidence.map(({ at: when, step, found }) => ({ at: when, step, found }));
    return { ...Object.fromEntries(shown), totals, steps };
  },
  reconcile: async (at, { OPER }) => {
    if (!(await lookSoon(at.own, OPER))) throw new Refused("its outcome is known");
    return { looksAgain: OPER };
  },
};
