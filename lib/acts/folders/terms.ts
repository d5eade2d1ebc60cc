import { and, eq, inArray } from "drizzle-orm";
import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { AsynchronousTerms, Change, OperationRow } from "#lib/ledger/index.ts";
import type { FolderState } from "./folder-request.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

type Changes = Partial<typeof taxFolderRequests.$inferInsert>;

/** The terms of a tax folder, for the API, the worker and housekeeping. */
export const folderTerms: AsynchronousTerms = {
  kinds: ["carpeta"],
  answers: "request",
  words: {
    done: "generada",
    refusals: {
      rejected: "upstream_error",
      ticket: "upstream_unexpected_response",
      fields: "upstream_unexpected_response",
    },
    unknown: "collection_inconclusive",
    overdue: "timeout",
    notFound: "collection_not_found",
    alike: (open) =>
      new AppError("collection_inconclusive", {
        ...(open !== null && { details: { operacionId: open.id } }),
      }),
    askCall: ({ toolId, connectionId, subjectId, idempotencyKey }) => ({
      tool_id: toolId.replace(/solicitar$/, "consultar"),
      input: { solicitudId: subjectId },
      connection_id: connectionId,
      idempotency_key: idempotencyKey,
    }),
  },

  async changed(tx, row, change) {
    const set = changesOf(change);
    if (set === null) return;
    await tx.db.orm
      .update(taxFolderRequests)
      .set({ ...set, updatedAt: tx.clock.now() })
      .where(
        and(
          eq(taxFolderRequests.id, row.subjectId ?? ""),
          inArray(taxFolderRequests.state, openStates),
        ),
      );
    if (change.state === "done") await beginToCloseForeign(tx, row);
  },

  async answer(ctx, row) {
    const request = await withTx(ctx, (tx) => requestOf(tx, row));
    const { id, state, operationId, expiresAt } = request;
    if (state === "inconclusa") {
      throw new AppError("collection_inconclusive", {
        details: { solicitudId: id, operacionId: operationId, sameKey: true },
      });
    }
    return {
      solicitudId: id,
      estado: state,
      operacionId: operationId,
      venceEn: expiresAt.toISOString(),
    };
  },
};

/** The states of a request whose operation has not ended. */
const openStates: FolderState[] = ["pendiente", "generando", "inconclusa"];

function changesOf(change: Change): Changes | null {
  switch (change.state) {
    case "queued":
      return null;
    case "running":
    case "crossed":
      return { state: "generando" };
    case "unknown":
      return { state: "inconclusa" };
    case "done":
      return {
        state: "lista",
        code: change.name,
        consultableUntil: textOf(change.about["consultableHasta"]),
      };
    case "rejected":
      return { state: "rechazada", reason: change.refusal };
    case "released":
      return { state: "rechazada", reason: change.error.code };
  }
}

/** Its document names somebody else: its recipient's access is ended at once. */
async function beginToCloseForeign(
  tx: InTransaction<SystemContext>,
  { subjectId }: OperationRow,
): Promise<void> {
  const now = tx.clock.now();
  await tx.db.orm
    .update(taxFolderRequests)
    .set({ state: "cerrando", closingSince: now, closeAgainAt: now })
    .where(
      and(
        eq(taxFolderRequests.id, subjectId ?? ""),
        eq(taxFolderRequests.state, "lista"),
        eq(taxFolderRequests.reason, "collection_identity_mismatch"),
      ),
    );
}

async function requestOf(
  { db }: InTransaction<SystemContext>,
  { subjectId }: OperationRow,
): Promise<FolderRequestRow> {
  const [row] = await db.orm
    .select()
    .from(taxFolderRequests)
    .where(eq(taxFolderRequests.id, subjectId ?? ""));
  if (row === undefined) throw new AppError("collection_not_found");
  return row;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
