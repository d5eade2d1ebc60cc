import type { At } from "./at.ts";
import type { GroupName, Runs } from "./table.ts";

/** A command for the runner; the table entry has already checked its input. */
export type Run = (at: At, given: unknown) => Promise<object>;

/** Loaded when called, so a command reads only what it needs. */
export const groups: { [G in GroupName]: () => Promise<Runs<G>> } = {
  organization: async () => (await import("./organization.ts")).organization,
  connector: async () => (await import("./connector.ts")).connector,
  key: async () => (await import("./key.ts")).key,
  connection: async () => (await import("./connection.ts")).connection,
  link: async () => (await import("./job.ts")).link,
  job: async () => (await import("./job.ts")).job,
  operation: async () => (await import("./operation.ts")).operation,
  emissions: async () => (await import("./emissions.ts")).emissions,
  "dead-letters": async () => (await import("./dead-letters.ts")).deadLetters,
  schedules: async () => (await import("./stage.ts")).schedules,
  audit: async () => (await import("./audit.ts")).audit,
  stage: async () => (await import("./stage.ts")).stage,
  restore: async () => (await import("./restore.ts")).restore,
  evidence: async () => (await import("./evidence.ts")).evidence,
};
