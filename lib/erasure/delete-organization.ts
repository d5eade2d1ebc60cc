import { withTx, type Context } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { askDeletion, lockOrganization, requireRole } from "#lib/identity/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import type { Vault } from "#lib/vault/index.ts";
import { findOpen, type Deleted } from "./delete-connection.ts";

/** For as long its owners may think better of it. */
export const deletionDays = 30;
const dayMs = 86_400_000;

interface Manner {
  inDays?: number;
  /** It is asked for although an outcome is unknown, which puts off the day as one of later does. */
  despiteUnknown?: boolean;
}

/**
 * By an owner, or an operator, whose may be at once. Unless it is called off meanwhile, housekeeping
 * takes it down when its time has come, and erases what it left; the ledger and the audit stay.
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
