import { and, eq, ne } from "drizzle-orm";
import type { InTransaction } from "#lib/db/context.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { LedgerContext } from "../ledger-context.ts";
import { operations } from "../ledger.sql.ts";

/**
 * The refusal of a preview that another call used, with that call's operation: a caller who is only
 * told to make a new preview issues the document a second time.
 */
export async function usedPreview(
  { db, organization }: InTransaction<LedgerContext>,
  previewRef: string,
  code: ErrorCode,
): Promise<AppError> {
  const { id, organizationId, preparationId, state } = operations;
  const [user] = await db.orm
    .select({ operacionId: id })
    .from(operations)
    .where(
      and(
        eq(organizationId, organization.id),
        eq(preparationId, previewRef),
        ne(state, "released"),
      ),
    );
  return new AppError(code, user === undefined ? {} : { details: user });
}
