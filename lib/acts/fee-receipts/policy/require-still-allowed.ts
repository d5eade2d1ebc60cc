import { and, eq, isNull } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { issuerLeftOut, lastingLimits, requireNoneExceeded } from "./exceeded-limits.ts";
import { feeReceiptPolicies } from "../policies.sql.ts";
import { toPolicy, type FeeReceiptPolicy } from "./policy.ts";
import type { RequestRow } from "../requests.sql.ts";

/** Time has passed since it was requested: by now the policy may have changed, or be off. */
export async function requireStillAllowed(
  ctx: SystemContext,
  { organizationId, connectionId, kind, receiverRut, gross: bruto }: RequestRow,
): Promise<void> {
  const policy = await policyOf(ctx, organizationId);
  if (policy === null) throw new AppError("honorarios_beta_disabled");
  const limits =
    kind === "anulacion"
      ? issuerLeftOut(policy, connectionId)
      : lastingLimits(policy, { connectionId, receiverRut, bruto });
  requireNoneExceeded(limits);
}

/** Null where none is in force: nothing more is done for an organization that is to be deleted. */
function policyOf(ctx: SystemContext, organizationId: string): Promise<FeeReceiptPolicy | null> {
  return withSystemTx(ctx, async ({ db }) => {
    const [row] = await db.orm
      .select({ policy: feeReceiptPolicies })
      .from(feeReceiptPolicies)
      .innerJoin(organizations, eq(organizations.id, feeReceiptPolicies.organizationId))
      .where(
        and(
          eq(feeReceiptPolicies.organizationId, organizationId),
          eq(feeReceiptPolicies.enabled, true),
          isNull(organizations.deletesAt),
        ),
      );
    return row === undefined ? null : toPolicy(row.policy);
  });
}
