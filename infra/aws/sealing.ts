import type { FunctionName } from "./bundle.ts";

/** What a key seals, as the vault names it. */
export type Purpose = "credential" | "endpoint" | "answer" | "evidence";

interface Sealing {
  seals: readonly Purpose[];
  opens: readonly Purpose[];
}

/** Which function may seal and open what; the key service holds them to it. */
export const sealing: Readonly<Record<FunctionName, Sealing>> = {
  // What a person types and what deliveries are signed with it can keep, and never read.
  api: { seals: ["credential", "endpoint", "answer"], opens: ["answer"] },
  dashboard: { seals: [], opens: [] },
  // A link's credential is opened to be tried, and sealed again as its connection's.
  "sync-worker": { seals: ["credential", "evidence"], opens: ["credential"] },
  "emission-worker": { seals: ["answer", "evidence"], opens: ["answer", "credential"] },
  "drain-deliveries": { seals: [], opens: ["endpoint"] },
  housekeeping: { seals: [], opens: [] },
};
