import { and, eq, ne } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ActWords } from "../act.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { operations, type PreparationRow, preparations } from "../ledger.sql.ts";

interface WantedPreparation {
  previewRef: string;
  kind: PreparationRow["kind"];
  words: ActWords;
}

/**
 * Uses the preparation, if this caller may. Its row stays locked until the operation is committed.
 */
export async function usePreparation(
  tx: InTransaction<LedgerContext>,
  connection: ActingConnection,
  { previewRef, kind, words: { preview: words } }: WantedPreparation,
): Promise<PreparationRow> {
  if (words === undefined) throw new TypeError(`no preview is stored of ${kind}`);
  const [row] = await tx.db.orm
    .select()
    .from(preparations)
    .where(
      and(eq(preparations.organizationId, tx.organization.id), eq(preparations.id, previewRef)),
    )
    .for("update");
  // One answer for a stranger's, another connection's, another kind's and none.
  const isOwn = row !== undefined && row.connectionId === connection.id && row.kind === kind;
  if (!isOwn || row.documentHash === null) throw new AppError(words.invalid);
  if (row.state === "consumed") throw await usedPreview(tx, row.id, words.invalid);
  if (row.expiresAt <= tx.clock.now()) throw new AppError(words.expired);
  if (row.rejectedBy !== null) {
    throw new AppError("forbidden", { details: { reason: "rechazada" } });
  }
  const { isAnnulled, isConfirmed } = await validityOf(tx, row.id);
  if (isAnnulled) throw new AppError(words.invalid);
  const isMaker = row.actorKind === tx.actor.kind && row.actorId === tx.actor.id;
  // Its maker confirms by issuing it, for this call only; a person's confirmation counts for
  // everybody.
  if (!isMaker && !isConfirmed) {
    throw new AppError(words.unconfirmed, { details: { previewRef } });
  }
  await tx.db.orm
    .update(preparations)
    .set({ state: "confirmed" })
    .where(eq(preparations.id, row.id));
  return row;
}

/**
 * The refusal of a preview that another call used, with that call's operation: a caller who is only
 * told to make a new preview issues the document a second time.
 */
export async function usedPreview(
  { db, organization }: InTransaction<LedgerContext>,
  previewRef: string,
  code: ErrorCode,
): Promise<AppError> {
  const { id, organizationId, preparationId, state } = operations;
  const [user] = await db.orm
    .select({ operacionId: id })
    .from(operations)
    .where(
      and(
        eq(organizationId, organization.id),
        eq(preparationId, previewRef),
        ne(state, "released"),
      ),
    );
  return new AppError(code, user === undefined ? {} : { details: user });
}

/**
 * For statements that read `preparations p`: nothing stays open when its key or grant has ended, or
 * its maker is no longer a member. `now`: the instant, a parameter of the statement.
 */
export function isAnnulledAt(now: string): string {
  return `(p.actor_kind = 'api_key' and not exists (
      select from api_keys k where k.id = p.actor_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${now}))
    or p.actor_kind = 'oauth' and not exists (
      select from grants g
      join members m on m.organization_id = g.organization_id and m.user_id = g.user_id
      where g.id = p.actor_id and g.ended_at is null
        and g.idle_ends_at > ${now} and g.ends_at > ${now})
    or p.actor_kind = 'member' and not exists (
      select from members m where m.organization_id = p.organization_id and m.user_id = p.actor_id))`;
}

/** Also for `preparations p`: a person's confirmation counts while they may issue. */
export const isConfirmed = `exists (
    select from members m where m.organization_id = p.organization_id and m.user_id = p.confirmed_by
      and (m.role in ('owner', 'admin') or m.can_issue))`;

interface Validity {
  isAnnulled: boolean;
  isConfirmed: boolean;
}

const find: Statement = {
  name: "ledger.preparation_validity",
  repeatable: true,
  text: `
    select ${isAnnulledAt("$3::timestamptz")} as "isAnnulled", ${isConfirmed} as "isConfirmed"
    from preparations p where p.organization_id = $1 and p.id = $2`,
};

/** Whether its maker and its confirmer may still act. */
export async function validityOf(
  { db, organization, clock }: InTransaction<Context>,
  previewRef: string,
): Promise<Validity> {
  const [row] = await db.run<Validity>(find, [organization.id, previewRef, clock.now()]);
  if (row === undefined) throw new TypeError("no such preparation");
  return row;
}
