import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { FolderRecipient } from "#lib/contract/index.ts";
import { actorRow } from "#lib/db/actors.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { lockOrganization, requireRole } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { requireFoldersOn } from "./settings.ts";
import { taxFolderRecipients, type RecipientRow } from "./tax-folders.sql.ts";
import type { FolderDelivery, RecipientAnswer } from "./folder-request.ts";

type Tx = InTransaction<Context>;

interface NewRecipient extends FolderRecipient {
  entrega: FolderDelivery;
}

/** The one that folders go to, and one that waits for a person. */
export interface Recipients {
  confirmed: RecipientRow | null;
  proposed: RecipientRow | null;
}

/** Among those not withdrawn: the newest confirmed one, and what was proposed after it. */
export async function recipientsOf({
  db,
  organization,
}: InTransaction<Pick<Context, "db" | "organization">>): Promise<Recipients> {
  const notWithdrawn = and(
    eq(taxFolderRecipients.organizationId, organization.id),
    isNull(taxFolderRecipients.withdrawnAt),
  );
  const newest = (more: ReturnType<typeof isNull>) =>
    db.orm
      .select()
      .from(taxFolderRecipients)
      .where(and(notWithdrawn, more))
      .orderBy(desc(taxFolderRecipients.revision))
      .limit(1);
  const [confirmed = null] = await newest(isNotNull(taxFolderRecipients.confirmedAt));
  const [proposed = null] = await newest(isNull(taxFolderRecipients.confirmedAt));
  const isNews = proposed !== null && proposed.revision > (confirmed?.revision ?? 0);
  return { confirmed, proposed: isNews ? proposed : null };
}

/**
 * For anybody who may write: it takes effect once a person has confirmed it. Proposing the same
 * again changes nothing.
 */
export function proposeRecipient(ctx: Context, wanted: NewRecipient): Promise<RecipientAnswer> {
  return withTx(ctx, async (tx) => {
    await requireFoldersOn(tx);
    await lockOrganization(tx, tx.organization.id);
    const { confirmed, proposed } = await recipientsOf(tx);
    const newest = proposed ?? confirmed;
    if (newest !== null && isSame(newest, wanted)) return answerOf(newest);
    return answerOf(await insert(tx, wanted, false));
  });
}

/** For the operator, as if an owner had proposed and confirmed it; null leaves none. */
export function setRecipient(ctx: Context, wanted: NewRecipient | null): Promise<void> {
  return withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner"]);
    await lockOrganization(tx, tx.organization.id);
    if (wanted !== null) return void (await insert(tx, wanted, true));
    await withdraw(tx);
  });
}

/** For a signed-in owner or admin: no key and no token decides where a folder goes. */
export function confirmRecipient(ctx: Context, revision: number): Promise<void> {
  return decide(ctx, revision, (tx) => ({
    confirmedBy: tx.actor.id,
    confirmedAt: tx.clock.now(),
  }));
}

export function rejectRecipient(ctx: Context, revision: number): Promise<void> {
  return decide(ctx, revision, (tx) => ({ withdrawnAt: tx.clock.now() }));
}

/**
 * For an owner or admin: from now on folders go to nobody, not even to the one confirmed before. A
 * waiting proposal keeps waiting.
 */
export function withdrawRecipient(ctx: Context, revision: number): Promise<void> {
  return withTx(ctx, async (tx) => {
    await lockOrganization(tx, tx.organization.id);
    await requireRole(tx, ["owner", "admin"]);
    const { confirmed } = await recipientsOf(tx);
    if (confirmed?.revision !== revision) {
      throw new AppError("forbidden", { details: { reason: "no such recipient" } });
    }
    await withdraw(tx, isNotNull(taxFolderRecipients.confirmedAt));
  });
}

/** A newer proposal is another one: the decision applies to what was on screen, or to nothing. */
function decide(
  ctx: Context,
  revision: number,
  setOf: (tx: Tx) => Partial<RecipientRow>,
): Promise<void> {
  return withTx(ctx, async (tx) => {
    await lockOrganization(tx, tx.organization.id);
    await requireRole(tx, ["owner", "admin"]);
    const { proposed } = await recipientsOf(tx);
    if (proposed?.revision !== revision) {
      throw new AppError("forbidden", { details: { reason: "no such proposal" } });
    }
    await tx.db.orm
      .update(taxFolderRecipients)
      .set(setOf(tx))
      .where(
        and(
          eq(taxFolderRecipients.organizationId, tx.organization.id),
          eq(taxFolderRecipients.revision, revision),
        ),
      );
  });
}

async function withdraw(tx: Tx, which?: SQL): Promise<void> {
  await tx.db.orm
    .update(taxFolderRecipients)
    .set({ withdrawnAt: tx.clock.now() })
    .where(
      and(
        eq(taxFolderRecipients.organizationId, tx.organization.id),
        isNull(taxFolderRecipients.withdrawnAt),
        which,
      ),
    );
}

async function insert(
  tx: Tx,
  { institucion, nombre, correo, entrega }: NewRecipient,
  isConfirmed: boolean,
): Promise<RecipientRow> {
  const own = eq(taxFolderRecipients.organizationId, tx.organization.id);
  const [last] = await tx.db.orm
    .select({ revision: taxFolderRecipients.revision })
    .from(taxFolderRecipients)
    .where(own)
    .orderBy(desc(taxFolderRecipients.revision))
    .limit(1);
  const now = tx.clock.now();
  const [row] = await tx.db.orm
    .insert(taxFolderRecipients)
    .values({
      organizationId: tx.organization.id,
      revision: (last?.revision ?? 0) + 1,
      institution: institucion,
      name: nombre,
      mail: correo,
      delivery: entrega,
      ...actorRow(tx.actor),
      createdAt: now,
      ...(isConfirmed && { confirmedBy: tx.actor.id, confirmedAt: now }),
    })
    .returning();
  if (row === undefined) throw new TypeError("an insert answers its row");
  return row;
}

function isSame(row: RecipientRow, wanted: NewRecipient): boolean {
  return (
    row.institution === wanted.institucion &&
    row.name === wanted.nombre &&
    row.mail === wanted.correo &&
    row.delivery === wanted.entrega
  );
}

function answerOf({ revision, confirmedAt }: RecipientRow): RecipientAnswer {
  return { estado: confirmedAt === null ? "pendiente" : "confirmado", revision };
}
