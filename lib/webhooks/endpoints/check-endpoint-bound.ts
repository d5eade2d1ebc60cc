import { and, eq, isNull, ne } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { bounds, lockOrganization } from "#lib/identity/index.ts";
import { validationError, type AppError } from "#lib/kernel/errors/index.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

/**
 * Throws when the organization has as many enabled endpoints as allowed, not counting the one to be
 * enabled, or as many at all where another is to be made. Of two concurrent callers the second
 * counts what the first made.
 */
export async function checkEndpointBound(
  tx: InTransaction<Context>,
  { id, field }: { id?: string; field: "url" | "enabled" },
): Promise<void> {
  const { organizationId, disabledAt } = webhookEndpoints;
  await lockOrganization(tx, tx.organization.id);
  const own = eq(organizationId, tx.organization.id);
  const others = id === undefined ? undefined : ne(webhookEndpoints.id, id);
  const enabled = await tx.db.orm.$count(webhookEndpoints, and(own, isNull(disabledAt), others));
  if (enabled >= bounds.enabledEndpoints) {
    const limit = bounds.enabledEndpoints;
    const message = `An organization has at most ${limit} enabled endpoints: disable one first`;
    throw refusal(field, message, { limit, reason: "at_limit" });
  }
  const isNew = id === undefined;
  if (isNew && (await tx.db.orm.$count(webhookEndpoints, own)) >= bounds.endpoints) {
    const limit = bounds.endpoints;
    const message = `An organization makes at most ${limit} endpoints: use a disabled one again`;
    throw refusal(field, message, { limit, reason: "all_made" });
  }
}

function refusal(
  field: string,
  message: string,
  details: { limit: number; reason: string },
): AppError {
  return validationError([{ path: [field], code: "not_allowed", message }], details);
}
