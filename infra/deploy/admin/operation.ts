import { findOperation, askSoon } from "#lib/ledger/index.ts";
import { Refused } from "../refusals.ts";
import type { Runs } from "./table.ts";

export const operation: Runs<"operation"> = {
  show: async (at, { OPER }) => {
    const { row, totals, evidence } = await findOperation(at.own, OPER);
    const shown = Object.entries(row).filter(([, value]) => !Buffer.isBuffer(value));
    const steps = evidence.map(({ at: when, step, found }) => ({ at: when, step, found }));
    return { ...Object.fromEntries(shown), totals, steps };
  },
  reconcile: async (at, { OPER }) => {
    const soon = await askSoon(at.own, OPER);
    if (soon.kind !== "soon") throw new Refused(whyNot(soon));
    return { looksAgain: OPER };
  },
};

type NotSoon = Exclude<Awaited<ReturnType<typeof askSoon>>, { kind: "soon" }>;

function whyNot(soon: NotSoon): string {
  switch (soon.kind) {
    case "known":
      return "its outcome is known";
    case "deleted":
      return "its connection is deleted, and nobody looks any more";
    case "disabled":
      return "its connection is disabled, and nobody looks before it is enabled";
    case "paused":
      return "its system is paused, and nobody looks before it is resumed";
    case "credential":
      return `the credential of its connection is ${soon.credencial}, and nobody looks before a new one`;
  }
}
