import type { FunctionName } from "./bundle.ts";

/** What a key seals, as the vault names it. */
export type Purpose = "credential" | "endpoint" | "answer" | "evidence" | "mail" | "folder";

interface Sealing {
  seals: readonly Purpose[];
  opens: readonly Purpose[];
}

/** Which function may seal and open what; the key service enforces it. */
export const sealing: Readonly<Record<FunctionName, Sealing>> = {
  // It can store what a person types and the secrets that sign deliveries, but never read them.
  // Both deliver tax folders, and the worker that fetched one seals it.
  api: { seals: ["credential", "endpoint", "answer"], opens: ["answer", "folder"] },
  // Codes, invitations and endpoint secrets are written here; housekeeping sends mail, and a drain signs.
  // A person confirms a document that they see.
  dashboard: { seals: ["endpoint", "mail"], opens: ["answer", "folder"] },
  // Their browsers show untrusted pages, so the broker opens credentials, for one job at a time. A link's credential
  // is sealed again as its connection's.
  "sync-worker": { seals: ["credential", "evidence"], opens: [] },
  "emission-worker": { seals: ["answer", "evidence", "folder"], opens: ["answer"] },
  "credential-broker": { seals: [], opens: ["credential"] },
  // People are told when it disables an endpoint.
  "drain-deliveries": { seals: ["mail"], opens: ["endpoint"] },
  housekeeping: { seals: [], opens: ["mail"] },
};
