import type { Context } from "#lib/db/context.ts";
import { csvLine } from "#lib/kernel/csv-line.ts";
import { listCalls, type CallFilter, type CallRow } from "./list-calls.ts";

/** The rows of one file: few enough for one answer. */
export const exportedRows = 5_000;

export type ExportFormat = "csv" | "ndjson";

const columns = [
  "at",
  "requestId",
  "plane",
  "operation",
  "actorKind",
  "actorId",
  "onBehalfOf",
  "clientId",
  "connectionId",
  "outcome",
  "httpStatus",
  "latencyMs",
  "idempotency",
  "calls",
  "operationRequestId",
  "traceLabel",
  "clientLabel",
  "sourceNetwork",
] as const satisfies readonly (keyof CallRow)[];

/** One file, with the calls from `after` on. */
export async function exportCalls(
  ctx: Context,
  filter: CallFilter,
  { format, after }: { format: ExportFormat; after?: string | undefined },
): Promise<string> {
  const { calls } = await listCalls(ctx, filter, { limit: exportedRows, after });
  switch (format) {
    case "csv":
      return callsAsCsv(calls);
    case "ndjson":
      return callsAsNdjson(calls);
  }
}

function callsAsCsv(calls: readonly CallRow[]): string {
  const rows = calls.map((call) => columns.map((name) => call[name]));
  return [columns.map(snakeCase), ...rows].map(csvLine).join("");
}

function callsAsNdjson(calls: readonly CallRow[]): string {
  return calls
    .map((call) => Object.fromEntries(columns.map((name) => [snakeCase(name), call[name]])))
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
