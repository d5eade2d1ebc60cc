import { pruning } from "#lib/db/prunings.ts";

/**
 * An operation with an unknown outcome is never dropped: without its row nobody could find it out.
 */
export const isOldOperation = (as: string): string =>
  `${as}.created_at < $1 and ${as}.finished_at < $1
      and ${as}.state in ('emitted', 'done', 'rejected', 'released')`;

/** A preview that nobody used. */
export const previewPruning = pruning({
  table: "preparations",
  which: "unused",
  past: `t.expires_at < $1 and t.state <> 'consumed'
      and not exists (select from operations o where o.preparation_id = t.id)`,
});

/** Finished operations, after the requests that refer to them, and then their previews. */
export const operationPrunings = [
  pruning({
    table: "operations",
    past: `${isOldOperation("t")}
      and not exists (select from tax_folder_requests r where r.operation_id = t.id)`,
  }),
  pruning({
    table: "preparations",
    which: "used",
    past: `t.expires_at < $1 and t.state = 'consumed'
      and not exists (select from operations o where o.preparation_id = t.id)`,
  }),
];
