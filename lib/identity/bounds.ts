import { eq } from "drizzle-orm";
import * as z from "zod";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { unseenClasses } from "#lib/kernel/clean-text.ts";
import { latePattern } from "#lib/kernel/late-pattern.ts";
import { organizations } from "./identity.sql.ts";

/** What an organization may have or make, whatever its plan. The limits guide shows this table. */
export const bounds = {
  /** Links that a person could use now. */
  openLinks: 20,
  /** Links made in any 24 hours. */
  linksPerDay: 200,
  enabledEndpoints: 20,
  /** With those that are disabled, which are never deleted, and all come in one list. */
  endpoints: 1_000,
  liveApiKeys: 50,
  activeGrants: 200,
  /** For an API key or a grant that is limited to certain connections. */
  connectionsOfCredential: 500,
  openInvitations: 20,
  /** Invitations mailed in a day, including those sent again. */
  invitationsPerDay: 100,
  /** Invitations mailed to one address in an hour, by all organizations together. */
  invitationsToOne: 5,
  /** Disabled endpoints that owners and admins are mailed about in a day: as many as can be enabled. */
  disablementsMailed: 20,
} as const;

/** The connections that a credential is limited to. Null means no limit. */
export const ConnectionLimit = z
  .array(z.string().regex(idPattern("conn")))
  .max(bounds.connectionsOfCredential)
  .transform((ids) => [...new Set(ids)])
  .nullable();

/** What people may call an organization, a key, a connection or themselves. */
export const longestName = 120;

const unprinted = latePattern(`[${unseenClasses}\\s]+`, "gu");

/** A name given by people: one line, without invisible or direction-changing characters. */
export const GivenName = z
  .string()
  .transform((text) => text.replace(unprinted(), " ").trim())
  .pipe(z.string().min(1).max(longestName));

/** The same for what a person ticked: too many are refused, and are not our own error. */
export function connectionLimitOf(ticked: readonly string[] | null): string[] | null {
  const parsed = ConnectionLimit.safeParse(ticked);
  if (parsed.success) return parsed.data;
  const limit = bounds.connectionsOfCredential;
  const reason = `at most ${limit} connections are named, by their ids: allow all, or fewer`;
  throw new AppError("forbidden", { details: { reason, limit } });
}

/**
 * Held until the transaction ends, so that of two calls at once the second counts what the first
 * made. Weaker than `for update`: rows that refer to the organization can be inserted meanwhile.
 */
export async function lockOrganization(
  tx: Pick<InTransaction<SystemContext>, "db">,
  id: string,
): Promise<void> {
  await tx.db.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for("no key update");
}
