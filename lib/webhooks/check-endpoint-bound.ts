import { and, eq, isNull, ne } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { bounds, lockOrganization } from "#lib/identity/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { webhookEndpoints } from "./webhooks.sql.ts";

/**
 * Throws when the organization has as many enabled endpoints as allowed, not counting the one to be
 * enabled. Of two concurrent callers the second counts what the first made.
 */
export async function checkEndpointBound(
  tx: InTransaction<Context>,
  { id, field }: { id?: string; field: "url" | "enabled" },
): Promise<void> {
  const { organizationId, disabledAt } = webhookEndpoints;
  await lockOrganization(tx, tx.organization.id);
  const enabled = await tx.db.orm.$count(
    webhookEndpoints,
    and(
      eq(organizationId, tx.organization.id),
      isNull(disabledAt),
      id === undefined ? undefined : ne(webhookEndpoints.id, id),
    ),
  );
  const limit = bounds.enabledEndpoints;
  if (enabled < limit) return;
  const message = `An organization has at most ${limit} enabled endpoints: disable one first`;
  throw validationError([{ path: [field], code: "not_allowed", message }], {
    limit,
    reason: "at_limit",
  });
}
