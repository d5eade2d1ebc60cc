import { and, eq, isNull, lte } from "drizzle-orm";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";

/** A policy forbids an update that hides its own row: this setting allows it until the commit. */
const allowDeleting: Statement = {
  name: "connections.allow_deleting",
  repeatable: true,
  text: "select set_config('app.deleting', $1, true)",
};

/**
 * Keeps only the connection's id, its system and its times. From the commit on it is hidden from
 * its organization. The caller holds its lock, and has ended whatever uses it.
 */
export async function markDeleted(tx: InTransaction<SystemContext>, id: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db.run(allowDeleting, [id]);
  await tx.db.orm.delete(credentials).where(eq(credentials.connectionId, id));
  await tx.db.orm
    .update(connections)
    .set({
      deletedAt: now,
      // Takes it off its schedule, and keeps a job that started at the last moment from logging in.
      disabledAt: now,
      nombre: "",
      // So the company can be connected again.
      rut: null,
      razonSocial: null,
      cuenta: null,
      acceso: null,
      scopes: [],
      alcances: [],
      capacidades: {},
      credencial: "revocada",
      credencialActualizadaEn: now,
    })
    .where(and(eq(connections.id, id), isNull(connections.deletedAt)));
}

/** Deleted by then, and not erased yet: the longest waiting first. */
export async function connectionsToErase(
  ctx: SystemContext,
  deletedBy: Date,
  most: number,
): Promise<{ id: string; organizationId: string }[]> {
  const { id, organizationId, deletedAt, erasedAt } = connections;
  return withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id, organizationId })
      .from(connections)
      .where(and(lte(deletedAt, deletedBy), isNull(erasedAt)))
      .orderBy(deletedAt, id)
      .limit(most),
  );
}

/** Whether every deleted connection of the organization has been erased. */
export async function areErased(ctx: SystemContext, organizationId: string): Promise<boolean> {
  const left = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.organizationId, organizationId), isNull(connections.erasedAt)))
      .limit(1),
  );
  return left.length === 0;
}

export async function noteConnectionErased(ctx: SystemContext, id: string): Promise<void> {
  const erasedAt = ctx.clock.now();
  await withSystemTx(ctx, ({ db }) =>
    db.orm.update(connections).set({ erasedAt }).where(eq(connections.id, id)),
  );
}

/** The organization's connections that are not deleted. */
export async function connectionIdsOf(
  { db }: InTransaction<SystemContext>,
  organizationId: string,
): Promise<string[]> {
  const rows = await db.orm
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.organizationId, organizationId), isNull(connections.deletedAt)))
    .orderBy(connections.id);
  return rows.map(({ id }) => id);
}
