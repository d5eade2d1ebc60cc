import * as z from "zod";
import { errorCodes, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { refusalWords } from "./driver.ts";

/** Every state of a job, as customers and the database have them. */
export const jobStatuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Those of a job that has not ended. */
export const openStatuses = ["queued", "running"] as const satisfies readonly JobStatus[];

export function isOpenStatus(status: JobStatus): status is (typeof openStatuses)[number] {
  return status === "queued" || status === "running";
}

/** What asked for a job. */
export const jobTriggers = ["manual", "scheduled", "link"] as const;
export type JobTrigger = (typeof jobTriggers)[number];

/** How one data module of a job ended. */
export const SyncOutcome = z.strictObject({
  alcance: z.string(),
  status: z.enum(["ok", "partial", "failed"]),
  records_synced: z.int(),
  error: z.enum(errorCodes).optional(),
  incompletos: z.int().optional(),
  completo: z.boolean().nullable().optional(),
});
export type SyncOutcome = z.infer<typeof SyncOutcome>;

/** Of a module that a worker began to read: how long it took, and what kept it from being read. */
export interface ModuleProgress {
  startedAt: string;
  /** Null while it is being read. */
  endedAt: string | null;
  error: ErrorCode | null;
}

/** A module that was asked for and is not part of the job. */
export const OmittedAlcance = z.strictObject({ alcance: z.string(), motivo: z.string() });
export type OmittedAlcance = z.infer<typeof OmittedAlcance>;

export const SyncAnswer = z.strictObject({
  jobId: z.string(),
  status: z.enum(jobStatuses),
  periodo: z.string(),
  alcances: z.array(z.string()),
  omitidos: z.array(OmittedAlcance),
  outcomes: z.array(SyncOutcome),
});
export type SyncAnswer = z.infer<typeof SyncAnswer>;

export const VerifyAnswer = z.strictObject({
  valida: z.boolean(),
  motivo: z.enum(Object.values(refusalWords)).nullable(),
  verificadaEn: z.iso.datetime(),
});
export type VerifyAnswer = z.infer<typeof VerifyAnswer>;
