import { withTx, type Context } from "../db/context.ts";
import { newId } from "../kernel/ids.ts";
import { connections } from "./connections.sql.ts";
import type { Credencial } from "./list-connections.ts";

export interface NewConnection {
  connector: string;
  nombre: string;
  rut: string | null;
  razonSocial: string | null;
  alcances: readonly string[];
  credencial: Credencial;
}

export async function createConnection(ctx: Context, input: NewConnection): Promise<string> {
  const createdAt = ctx.clock.now();
  const id = newId("conn", createdAt);
  await withTx(ctx, ({ db }) =>
    db.orm.insert(connections).values({
      id,
      organizationId: ctx.organization.id,
      ...input,
      alcances: [...input.alcances],
      scopes: [`${input.connector}:read`, `${input.connector}:write`],
      credencialActualizadaEn: input.credencial === "ausente" ? null : createdAt,
      capacidades: {},
      createdAt,
    }),
  );
  return id;
}
