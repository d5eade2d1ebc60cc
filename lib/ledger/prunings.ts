import { blanking, pruning } from "#lib/db/prunings.ts";
import { blankPreparation } from "./erasures.ts";

/**
 * An operation with an unknown outcome is never dropped: without its row nobody could find it out.
 */
export const isOldOperation = (as: string): string =>
  `${as}.created_at < $1 and ${as}.finished_at < $1
      and ${as}.state in ('done', 'rejected', 'released')`;

/** A preview that nobody used. */
export const previewPruning = pruning({
  table: "preparations",
  which: "unused",
  past: `t.expires_at < $1 and t.state <> 'consumed'
      and not exists (select from operations o where o.preparation_id = t.id)`,
});

/**
 * A preview whose every operation was released. Operations still refer to its row, so only its document goes.
 */
export const givenUpPreviewPruning = blanking({
  table: "preparations",
  which: "given_up",
  set: blankPreparation,
  past: `t.expires_at < $1 and t.state <> 'consumed' and t.document <> ''
      and exists (select from operations o where o.preparation_id = t.id)
      and not exists (select from operations o
        where o.preparation_id = t.id and o.state <> 'released')`,
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
