import { and, eq, inArray, isNull } from "drizzle-orm";
import { keptAnswerDays } from "#lib/contract/index.ts";
import { releaseOperationKey } from "#lib/idempotency/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { FolioProof } from "#lib/contract/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { operations, preparations, type OperationRow } from "./emissions.sql.ts";
import { emittedData, outcomePlace } from "./operation-answer.ts";
import { signReceipt } from "./receipts.ts";
import type { PreparedDocument } from "./sealed-document.ts";
import type { OperationState } from "./states.ts";

export type Settler = InTransaction<SystemContext> & { vault: Vault; secret: ServiceSecret };

export type Outcome =
  | { kind: "emitted"; folio: number; prueba: FolioProof }
  /** By the portal's own word at the sending, with which its list agrees. */
  | { kind: "rejected"; unsigned: boolean }
  | { kind: "unknown" };

const crossed: OperationState[] = ["crossed", "unknown"];

/** One of the three ends that there are past the barrier. A settled operation stays as it is. */
export async function settleOperation(
  tx: Settler,
  row: OperationRow,
  document: PreparedDocument,
  outcome: Outcome,
): Promise<void> {
  await record(tx, row, document, outcome);
  // To look at the list once more and find nothing yet is no other outcome.
  if (row.state !== outcome.kind) {
    tx.log.measure("emission", { outcome: outcome.kind, Emissions: 1 });
  }
}

function record(
  tx: Settler,
  row: OperationRow,
  document: PreparedDocument,
  outcome: Outcome,
): Promise<void> {
  switch (outcome.kind) {
    case "emitted":
      return settleEmitted(tx, row, document, outcome);
    case "rejected": {
      const receipt = receiptOf(tx, row, null);
      return change(tx, row, {
        state: "rejected",
        errorCode: outcome.unsigned
          ? "tributario_signing_material_invalid"
          : "tributario_emission_rejected",
        receipt,
        finishedAt: tx.clock.now(),
        lookAgainAt: null,
      });
    }
    case "unknown":
      return change(tx, row, {
        state: "unknown",
        errorCode: "tributario_emission_outcome_unknown",
        lookAgainAt: nextLook(row, tx.clock.now()),
      });
  }
}

async function settleEmitted(
  tx: Settler,
  row: OperationRow,
  { request, previewed }: PreparedDocument,
  { folio, prueba }: { folio: number; prueba: FolioProof },
): Promise<void> {
  if (previewed === null) throw new TypeError("an emission without a preview");
  const now = tx.clock.now();
  const recibo = receiptOf(tx, row, { folio, prueba });
  const data = emittedData({
    operacionId: row.id,
    kind: row.kind,
    tipoDte: row.tipoDte,
    folio,
    fechaEmision: previewed.fechaEmision,
    totales: previewed.totales,
    anula: request.kind === "anulacion" ? { tipoDte: request.tipoDte, folio: request.folio } : null,
    prueba,
    recibo,
  });
  await change(tx, row, {
    state: "emitted",
    folio,
    receipt: recibo,
    errorCode: null,
    outcome: await tx.vault.seal(outcomePlace(row), Buffer.from(JSON.stringify(data))),
    outcomeExpiresAt: new Date(now.getTime() + keptAnswerDays * 86_400_000),
    finishedAt: now,
    lookAgainAt: null,
  });
}

/** Nothing happened outside: the key can run again, and so can the preparation. */
export async function releaseOperation(
  tx: Settler,
  row: Pick<OperationRow, "id" | "organizationId">,
  token: number,
  error: AppError,
): Promise<boolean> {
  const { details } = error;
  const plain = details === null ? null : Buffer.from(JSON.stringify(details));
  const rows = await tx.db.orm
    .update(operations)
    .set({
      state: "released",
      errorCode: error.code,
      outcome: plain === null ? null : await tx.vault.seal(outcomePlace(row), plain),
      finishedAt: tx.clock.now(),
    })
    .where(
      and(
        eq(operations.id, row.id),
        eq(operations.token, token),
        inArray(operations.state, ["queued", "running"]),
        isNull(operations.barrierAt),
      ),
    )
    .returning({ key: operations.idempotencyKey });
  const [released] = rows;
  if (released === undefined) return false;
  const { organizationId, id: operationId } = row;
  await releaseOperationKey(tx, { organizationId, operationId, key: released.key });
  tx.log.measure("emission", { outcome: "released", Emissions: 1 });
  return true;
}

async function change(
  tx: Settler,
  row: OperationRow,
  set: Partial<typeof operations.$inferInsert>,
): Promise<void> {
  await tx.db.orm
    .update(operations)
    .set(set)
    .where(and(eq(operations.id, row.id), inArray(operations.state, crossed)));
  await tx.db.orm
    .update(preparations)
    .set({ state: "consumed" })
    .where(eq(preparations.id, row.preparationId));
}

function receiptOf(
  tx: Settler,
  row: OperationRow,
  issued: { folio: number; prueba: FolioProof } | null,
): string {
  return signReceipt(tx.secret, {
    operacionId: row.id,
    idempotencyKey: row.idempotencyKey,
    toolId: row.toolId,
    inputHash: row.inputHash,
    // The list shows type, receiver, date and total: of the rest of the document it proves nothing.
    documentHash: issued?.prueba === "lista" ? null : row.documentHash,
    resultado: issued === null ? "rechazado" : "emitido",
    tipoDte: row.tipoDte,
    folio: issued?.folio ?? null,
    prueba: issued?.prueba ?? null,
    en: tx.clock.now().toISOString(),
  });
}

const shortestMs = 30_000;
const longestMs = 6 * 3_600_000;
const lookedForMs = 30 * 86_400_000;

/** A late list is looked at again: soon at first, then less and less, for a month. */
export function nextLook({ barrierAt }: OperationRow, now: Date): Date | null {
  const ageMs = now.getTime() - (barrierAt ?? now).getTime();
  if (ageMs > lookedForMs) return null;
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, ageMs)));
}
