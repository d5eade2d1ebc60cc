import { and, eq, isNull, lte, or } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";
import { loginOf, placeOf, type CredentialFields } from "./credentials.ts";

// Tokens that end are renewed by one worker at a time, under a lease on their row. What the provider
// gives in exchange is kept before anybody uses it: a token that was rotated away is good no more.

/** Longer than the asking takes, and shorter than a provider answers a token alike that it rotated away. */
const leaseMs = 30_000;

interface Renewal {
  connectionId: string;
  /** Of what was read: nothing is renewed that somebody replaced meanwhile. */
  version: number;
  renewer: string;
}

/** False when somebody else asks for them, or has them already. */
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
 * Whether it is still this one's turn, which then begins anew: asked after the tokens were opened, so
 * that they are those of this version. Who stopped for too long meanwhile has lost it.
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

/** Commits them. False when they are nobody's any more: another credential has taken their place. */
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

/** The others need not wait for the lease; `revoked`: nobody else is to ask with it again. */
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

/** How often it was replaced, and whether somebody asks for new tokens now; null: it is gone. */
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
