import * as z from "zod";
import { defineOperation, pageEnvelope } from "#lib/tools/documents/index.ts";
import { jobStatuses, maxPageSize, usualPageSize } from "#lib/contract/index.ts";
import { cursor, ofConnection, pageLimit } from "../list-fields.ts";
import { exampleSync, Sync } from "./shapes.ts";

const tag = "syncs";
const id = z.strictObject({ id: z.string().describe("The job's id, `sjb_…`") });

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
    content: { kind: "envelope", schema: Sync, example: exampleSync },
  },
  codes: ["validation_error", "sync_job_not_found", "scope_not_granted"],
});

export const listSyncs = defineOperation({
  id: "listSyncs",
  method: "get",
  path: "/v1/syncs",
  tag,
  summary: "List sync jobs",
  description:
    "Newest first; the jobs of the systems that the credential may read, of which there has to be one.",
  auth: { bearer: [] },
  params: z.strictObject({}),
  query: z.strictObject({
    connection_id: ofConnection("jobs"),
    status: z.enum(jobStatuses).optional().describe("Only jobs with this status"),
    limit: pageLimit(maxPageSize).prefault(usualPageSize).describe("Rows a page"),
    cursor,
  }),
  success: {
    status: 200,
    description: "A page of jobs",
    content: pageEnvelope(Sync, exampleSync),
  },
  codes: ["validation_error", "scope_not_granted"],
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
    content: { kind: "envelope", schema: Sync, example: { ...exampleSync, status: "canceled" } },
  },
  codes: ["sync_job_not_found", "scope_not_granted", "validation_error"],
});
