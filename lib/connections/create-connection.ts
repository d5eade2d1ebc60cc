import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { connections } from "./connections.sql.ts";
import type { CredentialState } from "#lib/contract/index.ts";

interface NewConnection {
  connector: string;
  nombre: string;
  rut: string | null;
  razonSocial: string | null;
  alcances: readonly string[];
  credencial: CredentialState;
  acceso?: string | null;
  cuenta?: Buffer | null;
}

export function createConnection(ctx: Context, input: NewConnection): Promise<string> {
  return withTx(ctx, (tx) => insertConnection(tx, ctx.organization.id, input));
}

export async function insertConnection(
  tx: InTransaction<SystemContext>,
  organizationId: string,
  input: NewConnection,
): Promise<string> {
  const createdAt = tx.clock.now();
  const id = newId("conn", createdAt);
  await tx.db.orm.insert(connections).values({
    id,
    organizationId,
    ...input,
    alcances: [...input.alcances],
    scopes: [`${input.connector}:read`, `${input.connector}:write`],
    credencialActualizadaEn: input.credencial === "ausente" ? null : createdAt,
    capacidades: {},
    createdAt,
  });
  return id;
}
