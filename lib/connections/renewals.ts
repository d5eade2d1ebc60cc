import { and, eq, isNull, lte, or } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";
import { loginOf, placeOf, type CredentialFields } from "./credentials.ts";

// Expiring tokens are renewed by one worker at a time, under a lease on their row. The new ones are
// stored before anybody uses them, since the provider no longer accepts a token that was rotated.

/**
 * Longer than a request takes, and shorter than the time in which a provider still accepts a
 * rotated token.
 */
const leaseMs = 30_000;

interface Renewal {
  connectionId: string;
  /** The version that was read: nothing is renewed that somebody replaced meanwhile. */
  version: number;
  renewer: string;
}

/** False when somebody else is requesting them, or already has them. */
export async function takeRenewal(
  ctx: SystemContext,
  { connectionId, version, renewer }: Renewal,
): Promise<boolean> {
  const now = ctx.clock.now();
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(credentials)
      .set({ renewer, renewalUntil: new Date(now.getTime() + leaseMs) })
      .where(
        and(
          eq(credentials.connectionId, connectionId),
          eq(credentials.version, version),
          or(isNull(credentials.renewalUntil), lte(credentials.renewalUntil, now)),
        ),
      )
      .returning({ id: credentials.connectionId }),
  );
  return rows.length > 0;
}

/**
 * Whether this worker still holds the lease, which then starts again: checked after the tokens were
 * opened, so that they belong to this version. A worker that paused for too long has lost it.
 */
export async function holdRenewal(ctx: SystemContext, held: Renewal): Promise<boolean> {
  const now = ctx.clock.now();
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(credentials)
      .set({ renewalUntil: new Date(now.getTime() + leaseMs) })
      .where(isHeld(held))
      .returning({ id: credentials.connectionId }),
  );
  return rows.length > 0 && ctx.clock.now().getTime() - now.getTime() < leaseMs / 3;
}

/** Commits them. False when the lease is lost: another credential has replaced them. */
export async function keepRenewed(
  ctx: SystemContext & { vault: Vault; secret: ServiceSecret },
  held: Renewal,
  { organizationId, connector }: { organizationId: string; connector: string },
  fields: CredentialFields,
): Promise<boolean> {
  const { connectionId, version } = held;
  const plain = Buffer.from(JSON.stringify(fields));
  const sealed = await ctx.vault.sealAlone(placeOf(organizationId, connectionId), plain);
  plain.fill(0);
  const login = loginOf(ctx.secret, connector, fields);
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(credentials)
      .set({ sealed, ...login, version: version + 1, renewer: null, renewalUntil: null })
      .where(isHeld(held))
      .returning({ id: credentials.connectionId }),
  );
  return rows.length > 0;
}

/** Saves the others from waiting for the lease; `revoked`: nobody may use the token again. */
export async function giveUpRenewal(
  ctx: SystemContext,
  held: Renewal,
  { revoked }: { revoked: boolean },
): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    const rows = await tx.db.orm
      .update(credentials)
      .set({ renewer: null, renewalUntil: null })
      .where(isHeld(held))
      .returning({ id: credentials.connectionId });
    if (rows.length === 0 || !revoked) return;
    await tx.db.orm
      .update(connections)
      .set({ credencial: "revocada", credencialActualizadaEn: tx.clock.now() })
      .where(and(eq(connections.id, held.connectionId), eq(connections.credencial, "viva")));
  });
}

/**
 * How often the credential was replaced, and whether anything may use it; null if it is gone.
 */
export async function readRenewal(
  ctx: SystemContext,
  connectionId: string,
): Promise<{ version: number; credencial: string } | null> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ version: credentials.version, credencial: connections.credencial })
      .from(credentials)
      .innerJoin(connections, eq(connections.id, credentials.connectionId))
      .where(eq(credentials.connectionId, connectionId)),
  );
  return row ?? null;
}

function isHeld({ connectionId, version, renewer }: Renewal) {
  return and(
    eq(credentials.connectionId, connectionId),
    eq(credentials.version, version),
    eq(credentials.renewer, renewer),
  );
}
