import { eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { feeReceiptPolicies } from "../policies.sql.ts";
import { toPolicy, type FeeReceiptPolicy } from "./policy.ts";

/** The policy in force; without one, or with one that is off, no receipts are handled. */
export function lockPolicy(tx: InTransaction<Context>): Promise<FeeReceiptPolicy> {
  return policyInForce(tx, true);
}

export function requirePolicy(tx: InTransaction<Context>): Promise<FeeReceiptPolicy> {
  return policyInForce(tx, false);
}

async function policyInForce(
  { db, organization }: InTransaction<Context>,
  isLocked: boolean,
): Promise<FeeReceiptPolicy> {
  const query = db.orm
    .select()
    .from(feeReceiptPolicies)
    .where(eq(feeReceiptPolicies.organizationId, organization.id));
  const [row] = await (isLocked ? query.for("update") : query);
  if (row?.enabled !== true) throw new AppError("honorarios_beta_disabled");
  return toPolicy(row);
}
