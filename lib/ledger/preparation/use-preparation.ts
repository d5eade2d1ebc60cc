import { and, eq } from "drizzle-orm";
import type { InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActWords } from "../act.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { preparations, type PreparationRow } from "../ledger.sql.ts";
import { validityOf } from "./preparation-validity.ts";
import { usedPreview } from "./used-preview.ts";

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
  if (words === undefined) throw new TypeError(`no preview is kept of ${kind}`);
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
