import { eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";

export type CredentialFields = Readonly<Record<string, string>>;

/** Who logs in, whatever the connection: the same person may operate several companies. */
export function loginIdentityOf(
  secret: ServiceSecret,
  connector: string,
  fields: CredentialFields,
): Buffer {
  const login = fields["rut"] ?? fields["usuario"] ?? fields["cuenta"] ?? "";
  return secret.hash("login-identity", `${connector}|${login}`);
}

interface NewCredential {
  organizationId: string;
  connectionId: string;
  connector: string;
  fields: CredentialFields;
}

/** Replaces the connection's credential and calls it live: a login has just proven it. */
export async function storeCredential(
  tx: InTransaction<SystemContext> & { vault: Vault; secret: ServiceSecret },
  { organizationId, connectionId, connector, fields }: NewCredential,
): Promise<void> {
  const now = tx.clock.now();
  const plain = Buffer.from(JSON.stringify(fields));
  const sealed = await tx.vault.sealAlone(placeOf(organizationId, connectionId), plain);
  const loginIdentity = loginIdentityOf(tx.secret, connector, fields);
  await tx.db.orm
    .insert(credentials)
    .values({ connectionId, organizationId, sealed, loginIdentity, version: 1, createdAt: now })
    .onConflictDoUpdate({
      target: credentials.connectionId,
      set: { sealed, loginIdentity, createdAt: now },
    });
  await tx.db.orm
    .update(connections)
    .set({ credencial: "viva", credencialActualizadaEn: now })
    .where(eq(connections.id, connectionId));
}

/** The fields in the clear exist only while `use` runs. */
export async function withCredential<T>(
  ctx: { vault: Vault },
  row: { organizationId: string; connectionId: string; sealed: Buffer },
  use: (fields: CredentialFields) => Promise<T>,
): Promise<T> {
  const plain = await ctx.vault.open(placeOf(row.organizationId, row.connectionId), row.sealed);
  try {
    return await use(JSON.parse(plain.toString("utf8")) as CredentialFields);
  } finally {
    plain.fill(0);
  }
}

function placeOf(organizationId: string, connectionId: string): SealedPlace {
  const kept = { table: "credentials", column: "sealed", row: connectionId };
  return { organizationId, purpose: "credential", ...kept };
}
