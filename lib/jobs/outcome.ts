import type { ErrorCode } from "#lib/kernel/errors/index.ts";

/** How one data module of a job ended. */
export interface SyncOutcome {
  alcance: string;
  status: "ok" | "partial" | "failed";
  records_synced: number;
  error?: ErrorCode;
  incompletos?: number;
  completo?: boolean | null;
}
