import { pruning } from "#lib/db/prunings.ts";

/** Nobody may find out any more what became of one that is open, so it stays for ever. */
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

/** What was done, after the requests that name it, and then what was previewed of it. */
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
