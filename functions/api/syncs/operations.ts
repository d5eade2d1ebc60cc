import * as z from "zod";
import { defineOperation } from "#lib/tools/documents/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";

const tag = "syncs";
const statuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;

export const SyncJob = z.strictObject({
  id: z.string(),
  status: z.enum(statuses),
  connection: z.strictObject({ id: z.string(), connector: z.string(), label: z.string() }),
  alcances: z.array(z.string()),
  periodo: z.string(),
  trigger: z.enum(["manual", "scheduled", "link"]),
  step: z.string().nullable().describe("Where a running job stands"),
  records_synced: z.int().nullable(),
  last_error: z.enum(errorCodes).nullable(),
  outcomes: z.array(
    z.strictObject({
      alcance: z.string(),
      status: z.enum(["ok", "partial", "failed"]),
      records_synced: z.int(),
      error: z.enum(errorCodes).optional(),
      incompletos: z.int().optional(),
      completo: z.boolean().nullable().optional(),
    }),
  ),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  request_id: z.string().describe("The call that asked for it"),
});

const example: z.infer<typeof SyncJob> = {
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

const id = z.strictObject({ id: z.string().max(64).describe("The job's id, `sjb_…`") });

export const getSync = defineOperation({
  id: "getSync",
  method: "get",
  path: "/v1/syncs/{id}",
  tag,
  summary: "Follow a sync job",
  description: "Needs the read scope of the job's system.",
  auth: { bearer: [] },
  params: id,
  query: z.strictObject({}),
  success: {
    status: 200,
    description: "The job",
    content: { kind: "envelope", data: SyncJob, example },
  },
  codes: ["sync_job_not_found", "scope_not_granted"],
});

export const listSyncs = defineOperation({
  id: "listSyncs",
  method: "get",
  path: "/v1/syncs",
  tag,
  summary: "List sync jobs",
  description: "Newest first; the jobs of the systems that the credential may read.",
  auth: { bearer: [] },
  params: z.strictObject({}),
  query: z.strictObject({
    connection_id: z.string().max(64).optional(),
    status: z.enum(statuses).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    cursor: z.string().max(2000).optional().describe("From the answer before, as it is"),
  }),
  success: {
    status: 200,
    description: "The jobs and the cursor of the next page",
    content: {
      kind: "envelope",
      data: z.strictObject({ syncs: z.array(SyncJob), cursor: z.string().nullable() }),
      example: { syncs: [example], cursor: null },
    },
  },
  codes: ["validation_error"],
});

export const cancelSync = defineOperation({
  id: "cancelSync",
  method: "post",
  path: "/v1/syncs/{id}/cancel",
  tag,
  summary: "Cancel a queued sync",
  description: "Only a job that no worker has taken up yet; canceling twice changes nothing.",
  auth: { bearer: [] },
  params: id,
  query: z.strictObject({}),
  success: {
    status: 200,
    description: "The canceled job",
    content: { kind: "envelope", data: SyncJob, example: { ...example, status: "canceled" } },
  },
  codes: ["sync_job_not_found", "scope_not_granted", "validation_error"],
});
