import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { queueMail, type MailContent } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { lockOrganization } from "./bounds.ts";
import { grants } from "./grants/grants.sql.ts";
import { apiKeys, members, organizations } from "./identity.sql.ts";
import { requireRole } from "./members/roles.ts";

/**
 * Closes the organization, except its people's pages, until it is erased at the given time or that
 * is cancelled. Asking again changes nothing, but an operator may bring the day forward. Every
 * owner and admin is mailed. The caller holds the organization's lock.
 */
export async function askDeletion(
  tx: InTransaction<Context & { vault: Vault }>,
  deletesAt: Date,
): Promise<void> {
  const { id } = tx.organization;
  const [asked] = await tx.db.orm
    .update(organizations)
    .set({ deletesAt })
    .where(and(eq(organizations.id, id), isLater(deletesAt)))
    .returning({ name: organizations.name });
  if (asked === undefined) return;
  const { name: organization } = asked;
  await mailManagers(tx, (by) => ({
    kind: "organization_deletes",
    organization,
    by,
    at: deletesAt,
  }));
}

/** What is said names who did it. */
async function mailManagers(
  tx: InTransaction<Context & { vault: Vault }>,
  contentBy: (by: string) => MailContent,
): Promise<void> {
  const { id } = tx.organization;
  const managers = await tx.db.orm
    .select({ userId: members.userId, name: members.name, email: members.email })
    .from(members)
    .where(and(eq(members.organizationId, id), inArray(members.role, ["owner", "admin"])));
  const content = contentBy(
    managers.find(({ userId }) => userId === tx.actor.id)?.name ?? "Connect",
  );
  for (const { email: to } of managers) {
    await queueMail(tx, { organizationId: id, to, content });
  }
}

/** No deletion is requested yet, or only a later one. */
function isLater(than: Date) {
  const { deletesAt } = organizations;
  return or(isNull(deletesAt), gt(deletesAt, than));
}

/**
 * Restores everything, and mails who was mailed before. Once the time has come the organization is
 * gone, and nobody can call this.
 */
export async function callOffDeletion(ctx: Context & { vault: Vault }): Promise<void> {
  await withTx(ctx, async (tx) => {
    const { id } = tx.organization;
    await lockOrganization(tx, id);
    await requireRole(tx, ["owner"]);
    const { deletesAt, name } = organizations;
    const [kept] = await tx.db.orm
      .update(organizations)
      .set({ deletesAt: null })
      .where(and(eq(organizations.id, id), gt(deletesAt, tx.clock.now())))
      .returning({ name });
    if (kept !== undefined) {
      const { name: organization } = kept;
      return mailManagers(tx, (by) => ({ kind: "organization_kept", organization, by }));
    }
    const [late] = await tx.db.orm
      .select({ deletesAt })
      .from(organizations)
      .where(eq(organizations.id, id));
    if (late?.deletesAt == null) return;
    throw new AppError("forbidden", { details: { reason: "the organization is being erased" } });
  });
  logDone(ctx.log, { act: "organization.kept", subject: ctx.organization.id });
}

interface Page {
  most: number;
  /** The last one of the previous page; null for the first page. */
  after: string | null;
}

/** Organizations whose time has come by then, and that are not erased yet; the longest due first. */
export async function organizationsToErase(
  ctx: SystemContext,
  deletesBy: Date,
  { most, after }: Page,
): Promise<{ id: string }[]> {
  const { id, deletesAt, erasedAt } = organizations;
  const isLater =
    after === null
      ? undefined
      : sql`(${deletesAt}, ${id}) > (select last.deletes_at, last.id from organizations last
          where last.id = ${after})`;
  return withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id })
      .from(organizations)
      .where(and(lte(deletesAt, deletesBy), isNull(erasedAt), isLater))
      .orderBy(deletesAt, id)
      .limit(most),
  );
}

/** Removes its members and its name. False if it was cancelled at the last moment. */
export async function closeOrganization(
  tx: InTransaction<SystemContext>,
  id: string,
): Promise<boolean> {
  const closed = await tx.db.orm
    .update(organizations)
    .set({ name: "", quotaPeriodo: null, quotaPlan: null })
    .where(and(eq(organizations.id, id), lte(organizations.deletesAt, tx.clock.now())))
    .returning({ id: organizations.id });
  await tx.db.orm.delete(members).where(
    inArray(
      members.organizationId,
      closed.map((row) => row.id),
    ),
  );
  return closed.length > 0;
}

export async function noteOrganizationErased(ctx: SystemContext, id: string): Promise<void> {
  const erasedAt = ctx.clock.now();
  await withSystemTx(ctx, ({ db }) =>
    db.orm.update(organizations).set({ erasedAt }).where(eq(organizations.id, id)),
  );
}

/** A credential limited to it keeps an empty limit: a limit never disappears by itself. */
export async function dropFromLimits(
  { db }: InTransaction<SystemContext>,
  organizationId: string,
  connectionId: string,
): Promise<void> {
  for (const table of [apiKeys, grants]) {
    const { connections } = table;
    await db.orm
      .update(table)
      .set({ connections: sql`array_remove(${connections}, ${connectionId})` })
      .where(
        and(eq(table.organizationId, organizationId), sql`${connectionId} = any(${connections})`),
      );
  }
}
