import * as z from "zod";
import { jobStatuses, jobTriggers, portalText, SyncOutcome } from "#lib/contract/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";
import type * as syncs from "#lib/sync/index.ts";

export const Sync = z.strictObject({
  id: z.string(),
  status: z.enum(jobStatuses),
  connection: z.strictObject({
    id: z.string(),
    connector: z.string(),
    label: portalText("The connection's name"),
  }),
  alcances: z.array(z.string()),
  periodo: z.string(),
  trigger: z.enum(jobTriggers),
  step: z.string().nullable().describe("What a running job is doing"),
  records_synced: z.int().nullable(),
  last_error: z.enum(errorCodes).nullable(),
  outcomes: z.array(SyncOutcome),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  request_id: z.string().describe("The call that asked for it"),
});

export function toSync(job: syncs.Sync): z.input<typeof Sync> {
  return {
    id: job.id,
    status: job.status,
    connection: { id: job.connectionId, connector: job.connector, label: job.label },
    alcances: job.alcances,
    periodo: job.periodo,
    trigger: job.trigger,
    step: job.step,
    records_synced: job.recordsSynced,
    last_error: job.lastError,
    outcomes: job.outcomes,
    attempts: job.attempts,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    request_id: job.requestId,
  };
}

export const exampleSync: z.infer<typeof Sync> = {
  id: "sjb_01k2ap4m7c5xj0h8rztwq6e9vd",
  status: "succeeded",
  connection: { id: "conn_01k2ap4m7c5xj0h8rztwq6e9vd", connector: "banco_a", label: "Principal" },
  alcances: ["movimientos"],
  periodo: "2026-08",
  trigger: "manual",
  step: null,
  records_synced: 212,
  last_error: null,
  outcomes: [{ alcance: "movimientos", status: "ok", records_synced: 212 }],
  attempts: 1,
  created_at: "2026-08-11T14:00:00.000Z",
  started_at: "2026-08-11T14:00:01.000Z",
  finished_at: "2026-08-11T14:00:24.000Z",
  request_id: "req_01k2ap4m7c5xj0h8rztwq6e9vd",
};
