import { listConnections } from "#lib/connections/index.ts";
import { backupDays } from "#lib/contract/index.ts";
import { deleteConnection, deleteOrganization } from "#lib/erasure/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { At } from "./at.ts";
import { Refused } from "../refusals.ts";

/** When no backup contains the deleted data any more: backups are kept this long. */
export function backupsForgetAt({ system }: At): { backupsForgetAt: Date } {
  return { backupsForgetAt: new Date(system.clock.now().getTime() + backupDays * dayMs) };
}

type Deleted = Awaited<ReturnType<typeof deleteConnection>>;

/** Nothing is deleted while it is unknown whether a document was issued. */
export function orRefused(deleted: Deleted): void {
  switch (deleted.kind) {
    case "deleted":
      return;
    case "outcome_unknown":
      throw new Refused(
        `the outcome of ${deleted.operationId} is unknown: --abandon-unknown deletes all the same`,
      );
  }
}

/** The organization and everything it has, without an owner's days of grace. */
export async function deleteWhole(at: At, abandonUnknown: boolean): Promise<object> {
  const ctx = { ...at.own, vault: at.vault };
  if (abandonUnknown) {
    for (const { id } of await listConnections(ctx)) {
      await deleteConnection(ctx, id, { abandonUnknown });
    }
  }
  orRefused(await deleteOrganization(ctx, { inDays: 0 }));
  return { deleted: ctx.organization.id, ...backupsForgetAt(at) };
}
