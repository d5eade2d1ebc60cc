import { eq, sql } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Acceso, Company } from "#lib/contract/index.ts";
import { cleanText } from "#lib/kernel/clean-text.ts";
import { connections } from "./connections.sql.ts";

/** Unchanged when the login did not tell. */
export function entered(acceso: Company["acceso"]): { acceso?: Acceso } {
  return acceso === undefined ? {} : { acceso };
}

/** Somebody else's words, as they are kept: agents and people read them. */
export function cleanName(text: string | null | undefined): string | null {
  return text == null ? null : cleanText(text);
}

type Tx = InTransaction<SystemContext>;
type Capabilities = (typeof connections.$inferSelect)["capacidades"];

/** Records the company that a login has just opened. Its tax id is set once and never changed. */
export async function noteCompany(
  tx: Tx,
  id: string,
  { rut, razonSocial, acceso }: Company,
  cuenta?: Buffer,
): Promise<void> {
  await tx.db.orm
    .update(connections)
    .set({
      razonSocial: cleanName(razonSocial),
      rut: sql`coalesce(${connections.rut}, ${rut})`,
      ...entered(acceso),
      ...(cuenta !== undefined && { cuenta }),
    })
    .where(eq(connections.id, id));
}

/** Records what the external system lets this company do. */
export async function setCapabilities(
  tx: Tx,
  id: string,
  capacidades: Capabilities,
): Promise<void> {
  await tx.db.orm.update(connections).set({ capacidades }).where(eq(connections.id, id));
}
