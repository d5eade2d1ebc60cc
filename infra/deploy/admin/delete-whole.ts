import { listConnections } from "#lib/connections/index.ts";
import { backupDays } from "#lib/contract/index.ts";
import { deleteConnection, deleteOrganization } from "#lib/erasure/index.ts";
import type { At } from "./at.ts";
import { Refused } from "./refusals.ts";

/** When nothing of what goes now is in any backup: they are kept for so long. */
export function backupsForgetAt({ system }: At): { backupsForgetAt: Date } {
  return { backupsForgetAt: new Date(system.clock.now().getTime() + backupDays * 86_400_000) };
}

type Deleted = Awaited<ReturnType<typeof deleteConnection>>;

/** Nothing goes while nobody knows whether a document is out. */
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

/** The organization and all that it has, without the days that an owner has to think better of it. */
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
