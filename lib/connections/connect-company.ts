import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { formatRut, parseRut, type Rut } from "#lib/chile/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Company } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { connections } from "./connections.sql.ts";
import { insertConnection } from "./create-connection.ts";
import { entered, cleanName } from "./note-company.ts";

interface ProvenCompany {
  organizationId: string;
  connector: string;
  /** The connection to reauthenticate; null to connect a company for the first time. */
  connectionId: string | null;
  /** As the external system showed it after the login. */
  company: Company;
  nombre: string | null;
  alcances: readonly string[];
  /**
   * For systems where a company may have several accounts: the hashes of this one, newest first.
   */
  accountHashes?: readonly Buffer[] | undefined;
}

interface ConnectedCompany {
  connectionId: string;
  created: boolean;
}

/**
 * Decides which connection a proven login belongs to. A company has one connection per system, or
 * one per account: connecting it again renews that one and keeps the name and modules its owners
 * set.
 */
export async function connectCompany(
  tx: InTransaction<SystemContext>,
  proven: ProvenCompany,
): Promise<ConnectedCompany> {
  const rut = parseRut(proven.company.rut);
  if (rut === null) throw new AppError("upstream_unexpected_response");
  await oneAtATime(tx, proven, rut);
  const earlier =
    proven.connectionId === null
      ? await connectionOfCompany(tx, proven, rut)
      : await namedConnection(tx, proven.organizationId, proven.connectionId);
  if (earlier === null) return { connectionId: await create(tx, proven, rut), created: true };

  if ((earlier.rut !== null && earlier.rut !== rut) || !isAccount(earlier.cuenta, proven)) {
    throw new AppError("connection_identity_mismatch");
  }
  const razonSocial = cleanName(proven.company.razonSocial) ?? earlier.razonSocial;
  await tx.db.orm
    .update(connections)
    .set({ rut, razonSocial, ...entered(proven.company.acceso), ...accountOf(proven) })
    .where(eq(connections.id, earlier.id));
  return { connectionId: earlier.id, created: false };
}

function create(
  tx: InTransaction<SystemContext>,
  proven: ProvenCompany,
  rut: Rut,
): Promise<string> {
  const { organizationId, connector, company, nombre, alcances } = proven;
  const razonSocial = cleanName(company.razonSocial);
  return insertConnection(tx, organizationId, {
    connector,
    nombre: nombre ?? cleanName(company.cuenta) ?? razonSocial ?? formatRut(rut),
    rut,
    razonSocial,
    alcances,
    credencial: "ausente",
    acceso: company.acceso ?? null,
    ...accountOf(proven),
  });
}

function accountOf({ accountHashes = [] }: ProvenCompany): { cuenta?: Buffer } {
  const [cuenta] = accountHashes;
  return cuenta === undefined ? {} : { cuenta };
}

function isAccount(kept: Buffer | null, { accountHashes = [] }: ProvenCompany): boolean {
  return kept === null || accountHashes.some((hash) => hash.equals(kept));
}

/** Two links for one company that end at once must not both find no connection. */
async function oneAtATime(
  tx: InTransaction<SystemContext>,
  { organizationId, connector }: ProvenCompany,
  rut: Rut,
): Promise<void> {
  const name = `${organizationId}|${connector}|${rut}`;
  await tx.db.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function connectionOfCompany(
  tx: InTransaction<SystemContext>,
  { organizationId, connector, accountHashes }: ProvenCompany,
  rut: Rut,
): Promise<typeof connections.$inferSelect | null> {
  const [row] = await tx.db.orm
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.organizationId, organizationId),
        eq(connections.connector, connector),
        eq(connections.rut, rut),
        accountHashes === undefined ? undefined : inArray(connections.cuenta, [...accountHashes]),
      ),
    )
    .orderBy(asc(connections.createdAt), asc(connections.id))
    .limit(1)
    .for("no key update");
  return row ?? null;
}

async function namedConnection(
  tx: InTransaction<SystemContext>,
  organizationId: string,
  id: string,
): Promise<typeof connections.$inferSelect> {
  const [row] = await tx.db.orm
    .select()
    .from(connections)
    .where(and(eq(connections.organizationId, organizationId), eq(connections.id, id)))
    .for("no key update");
  if (row === undefined) throw new TypeError("a link's connection is always there");
  return row;
}
