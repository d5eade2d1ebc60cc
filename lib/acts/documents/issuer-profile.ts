import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { IssuerProfile } from "#lib/contract/index.ts";
import { requireMayIssue } from "#lib/identity/index.ts";
import { hashOf } from "#lib/ledger/index.ts";
import { issuerProfiles } from "./issuer-profiles.sql.ts";

interface StoredProfile extends IssuerProfile {
  revision: string;
  actualizadoEn: string;
}

export function findIssuerProfile(
  ctx: Context,
  connectionId: string,
): Promise<StoredProfile | null> {
  return withTx(ctx, (tx) => profileOf(tx, ctx.organization.id, connectionId));
}

/**
 * Replaces the profile; preparations made with another one can no longer be issued. Any key whose
 * scope reads the system may do it; of people, only those who may issue.
 */
export async function configureIssuer(
  ctx: Context,
  connectionId: string,
  { actividad, direccion, ciudad }: IssuerProfile,
): Promise<StoredProfile> {
  const row = {
    connectionId,
    organizationId: ctx.organization.id,
    activity: actividad,
    address: direccion,
    city: ciudad,
    revision: hashOf([actividad, direccion, ciudad]).slice(0, 16),
    updatedAt: ctx.clock.now(),
  };
  await withTx(ctx, async (tx) => {
    await requireMayIssue(tx);
    await tx.db.orm
      .insert(issuerProfiles)
      .values(row)
      .onConflictDoUpdate({ target: issuerProfiles.connectionId, set: row });
  });
  return toProfile(row);
}

export async function profileOf(
  tx: InTransaction<SystemContext>,
  organizationId: string,
  connectionId: string,
): Promise<StoredProfile | null> {
  const [row] = await tx.db.orm
    .select()
    .from(issuerProfiles)
    .where(
      and(
        eq(issuerProfiles.organizationId, organizationId),
        eq(issuerProfiles.connectionId, connectionId),
      ),
    );
  return row === undefined ? null : toProfile(row);
}

function toProfile(row: typeof issuerProfiles.$inferSelect): StoredProfile {
  return {
    actividad: row.activity,
    direccion: row.address,
    ciudad: row.city,
    revision: row.revision,
    actualizadoEn: row.updatedAt.toISOString(),
  };
}
