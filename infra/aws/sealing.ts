import type { FunctionName } from "./bundle.ts";

/** What a key seals, as the vault names it. */
export type Purpose = "credential" | "endpoint" | "answer" | "evidence" | "mail" | "folder";

interface Sealing {
  seals: readonly Purpose[];
  opens: readonly Purpose[];
}

/** Which function may seal and open what; the key service holds them to it. */
export const sealing: Readonly<Record<FunctionName, Sealing>> = {
  // What a person types and what deliveries are signed with it can keep, and never read.
  // A tax folder is handed out by both, and sealed by the worker that fetched it.
  api: { seals: ["credential", "endpoint", "answer"], opens: ["answer", "folder"] },
  // Codes, invitations and the secrets of endpoints are written here; housekeeping mails, a drain signs.
  // A person confirms a document that they see.
  dashboard: { seals: ["endpoint", "mail"], opens: ["answer", "folder"] },
  // Their browsers show pages that are not ours: what they log in with the broker opens, one job's at a
  // time. A link's credential is sealed again as its connection's.
  "sync-worker": { seals: ["credential", "evidence"], opens: [] },
  "emission-worker": { seals: ["answer", "evidence", "folder"], opens: ["answer"] },
  "credential-broker": { seals: [], opens: ["credential"] },
  // People are told of an endpoint that it disables.
  "drain-deliveries": { seals: ["mail"], opens: ["endpoint"] },
  housekeeping: { seals: [], opens: ["mail"] },
};
