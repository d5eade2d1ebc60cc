import { withTx, type Context } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { askDeletion, lockOrganization, requireRole } from "#lib/identity/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import type { Vault } from "#lib/vault/index.ts";
import { findOpen, type Deleted } from "./delete-connection.ts";

/** How long its owners have to change their minds. */
export const deletionDays = 30;

interface Manner {
  inDays?: number;
  /** Accepted despite an unknown outcome, which postpones the day just as a later one would. */
  despiteUnknown?: boolean;
}

/**
 * For an owner, or an operator, who may have it done at once. Unless it is cancelled, housekeeping
 * closes the organization when the time has come and erases its data; the ledger and the audit
 * stay.
 */
export async function deleteOrganization(
  ctx: Context & { vault: Vault },
  { inDays = deletionDays, despiteUnknown = false }: Manner = {},
): Promise<Deleted> {
  const { id: organizationId } = ctx.organization;
  const deletesAt = new Date(ctx.clock.now().getTime() + inDays * dayMs);
  const deleted = await repeatUndone(() =>
    withTx(ctx, async (tx): Promise<Deleted> => {
      await lockOrganization(tx, organizationId);
      await requireRole(tx, ["owner"]);
      const operationId = despiteUnknown ? null : await findOpen(tx, { organizationId });
      if (operationId !== null) return { kind: "outcome_unknown", operationId };
      await askDeletion(tx, deletesAt);
      return { kind: "deleted" };
    }),
  );
  ctx.log.info("organizations.delete", { organization: organizationId, outcome: deleted.kind });
  if (deleted.kind === "deleted") {
    const until = deletesAt.toISOString();
    logDone(ctx.log, { act: "organization.deleted", subject: organizationId, until });
  }
  return deleted;
}
