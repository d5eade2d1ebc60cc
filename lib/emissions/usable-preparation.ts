import { and, eq } from "drizzle-orm";
import type { InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { EmissionKind } from "#lib/contract/index.ts";
import { preparations, type PreparationRow } from "./emissions.sql.ts";
import type { EmissionContext, EmittingConnection } from "./prepare-document.ts";

/** The preparation, when this caller may emit it. The row stays locked until the end. */
export async function usablePreparation(
  tx: InTransaction<EmissionContext>,
  connection: EmittingConnection,
  { previewRef, kind }: { previewRef: string; kind: EmissionKind },
): Promise<PreparationRow> {
  const [row] = await tx.db.orm
    .select()
    .from(preparations)
    .where(
      and(eq(preparations.organizationId, tx.organization.id), eq(preparations.id, previewRef)),
    )
    .for("update");
  // One answer for a stranger's, another connection's, another kind's and none at all.
  if (row === undefined || row.connectionId !== connection.id || row.kind !== kind) throw invalid();
  if (row.documentHash === null || row.state === "consumed") throw invalid();
  if (row.expiresAt <= tx.clock.now()) throw new AppError("tributario_preview_token_expired");
  if (row.rejectedBy !== null)
    throw new AppError("forbidden", { details: { reason: "rechazada" } });
  const own = row.actorKind === tx.actor.kind && row.actorId === tx.actor.id;
  // Its maker confirms by emitting, for this call alone; a person's word holds for everybody.
  if (!own && row.confirmedBy === null) {
    throw new AppError("tributario_preparation_confirmation_required", {
      details: { previewRef },
    });
  }
  return row;
}

function invalid(): AppError {
  return new AppError("tributario_preview_token_invalid");
}
