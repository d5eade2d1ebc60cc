import { and, eq, inArray, sql } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";

export type CredentialFields = Readonly<Record<string, string>>;

/** Fields that the login does not try: which company to open, and what is only for signing. */
const otherFields: readonly string[] = ["empresa", "claveCertificado"];

/** Everything a portal judges: two credentials with the same are refused together. */
function loginPartOf(fields: CredentialFields): string {
  const tried = Object.entries(fields).filter(([name]) => !otherFields.includes(name));
  return canonicalJson(Object.fromEntries(tried));
}

/** Keyed hashes: nobody else can tell whether two of them are the same login or secret. */
interface LoginHashes {
  /** Who logs in, whatever the connection: one person may operate several companies. */
  loginIdentity: Buffer;
  /** The secret they log in with: everything that is tried. */
  secretHash: Buffer;
}

/** The hashes to store a login under from now on, by the newest secret. */
export function loginOf(
  secret: ServiceSecret,
  connector: string,
  fields: CredentialFields,
): LoginHashes {
  return {
    loginIdentity: secret.hash("login-identity", identityText(connector, fields)),
    secretHash: secret.hash("login-secret", secretText(connector, fields)),
  };
}

/** The hashes that the same login may be stored under, one per valid secret: newest first. */
export interface KnownLogin {
  identities: Buffer[];
  secrets: Buffer[];
}

export function knownLoginOf(
  secret: ServiceSecret,
  connector: string,
  fields: CredentialFields,
): KnownLogin {
  return {
    identities: secret.hashes("login-identity", identityText(connector, fields)),
    secrets: secret.hashes("login-secret", secretText(connector, fields)),
  };
}

/** Who logs in: a person, an account, or the holder of a key where there is no login. */
function identityText(connector: string, fields: CredentialFields): string {
  const { rut, usuario, cuenta, apiKey, codigo } = fields;
  // A code is exchanged once, for an account that is not known yet, so it is its own login.
  const who = rut ?? usuario ?? cuenta ?? apiKey ?? codigo;
  // Without one, all companies of a system would share one login: refused and closed together.
  if (who === undefined) throw new TypeError(`a credential of ${connector} that names nobody`);
  return `${connector}|${who}`;
}

function secretText(connector: string, fields: CredentialFields): string {
  return `${connector}|${loginPartOf(fields)}`;
}

/** Moves every credential of this login to the hashes of the newest secret. */
export async function rehashCredentials(
  { db }: Pick<InTransaction<SystemContext>, "db">,
  { identities, secrets }: KnownLogin,
): Promise<void> {
  const [loginIdentity, ...oldIdentities] = identities;
  const [secretHash, ...oldSecrets] = secrets;
  await db.orm
    .update(credentials)
    .set({ loginIdentity })
    .where(inArray(credentials.loginIdentity, oldIdentities));
  await db.orm
    .update(credentials)
    .set({ secretHash })
    .where(inArray(credentials.secretHash, oldSecrets));
}

interface NewCredential {
  organizationId: string;
  connectionId: string;
  connector: string;
  fields: CredentialFields;
  /**
   * When to erase it, as agreed with the person who handed it over; unchanged where nobody was
   * asked.
   */
  accessUntil?: Date | null;
}

/** Replaces the connection's credential and marks it live: a login has just proven it. */
export async function storeCredential(
  tx: InTransaction<SystemContext> & { vault: Vault; secret: ServiceSecret },
  { organizationId, connectionId, connector, fields, ...agreed }: NewCredential,
): Promise<void> {
  const now = tx.clock.now();
  const plain = Buffer.from(JSON.stringify(fields));
  const sealed = await tx.vault.sealAlone(placeOf(organizationId, connectionId), plain);
  const login = loginOf(tx.secret, connector, fields);
  await tx.db.orm
    .insert(credentials)
    .values({
      connectionId,
      organizationId,
      sealed,
      ...login,
      version: 1,
      createdAt: now,
      ...agreed,
    })
    .onConflictDoUpdate({
      target: credentials.connectionId,
      set: {
        sealed,
        ...login,
        ...agreed,
        version: sql`${credentials.version} + 1`,
        renewer: null,
        renewalUntil: null,
        createdAt: now,
      },
    });
  await tx.db.orm
    .update(connections)
    .set({ credencial: "viva", credencialActualizadaEn: now })
    .where(eq(connections.id, connectionId));
}

/** For a credential older than the login ledger: records its hash while its fields are open. */
export async function noteSecret(
  ctx: SystemContext & { secret: ServiceSecret },
  { connectionId, connector, sealed }: { connectionId: string; connector: string; sealed: Buffer },
  fields: CredentialFields,
): Promise<void> {
  const { secretHash } = loginOf(ctx.secret, connector, fields);
  const same = and(eq(credentials.connectionId, connectionId), eq(credentials.sealed, sealed));
  await withSystemTx(ctx, ({ db }) => db.orm.update(credentials).set({ secretHash }).where(same));
}

/** The decrypted fields exist only while `use` runs. */
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

export function placeOf(organizationId: string, connectionId: string): SealedPlace {
  const kept = { table: "credentials", column: "sealed", row: connectionId };
  return { organizationId, purpose: "credential", ...kept };
}
