import { and, desc, eq, ne } from "drizzle-orm";
import { plazoAnulacion, todayInSantiago } from "#lib/chile/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  companyOf,
  hashOf,
  operate,
  type ActCall,
  type ActingConnection,
  type LedgerContext,
  type OperationAnswer,
} from "#lib/ledger/index.ts";
import type { AnnulmentOrder } from "./act.ts";
import { annulmentTerms } from "./terms.ts";
import { findReceipt, type AnnulmentAsked, type ReceiptInForce } from "./find-receipt.ts";
import { feeReceiptRequests } from "../fee-receipts/requests.sql.ts";
import {
  issuerLeftOut,
  policyDenied,
  requireNoneExceeded,
  lockPolicy,
  type FeeReceiptPolicy,
  insertRequest,
  type AnnulmentMode,
} from "../fee-receipts/index.ts";

interface AnnulmentCall extends ActCall {
  asked: AnnulmentAsked;
}

/** Requests the annulment of a receipt, once. Its window says whether the receiver is asked too. */
export function requestAnnulment(
  ctx: LedgerContext,
  connection: ActingConnection,
  { asked, ...call }: AnnulmentCall,
): Promise<OperationAnswer> {
  let found: { receipt: ReceiptInForce; window: Window } | null = null;
  return operate(ctx, connection, {
    ...call,
    kind: "honorarios_anulacion",
    terms: annulmentTerms,
    waitSeconds: 0,
    async describe(tx) {
      // Locked until the operation is stored: of two at once the second finds the first.
      requireIssuer(await lockPolicy(tx), connection);
      const receipt = await findReceipt(tx, connection, asked);
      found = { receipt, window: openWindow(tx, receipt) };
      await requireNoAnnulment(tx, connection, receipt);
      requireLiveCredential(connection);
      const order: AnnulmentOrder = { causa: asked.causa, huella: asked.huella ?? null };
      return {
        subjectId: newId("hon", ctx.clock.now()),
        looksLike: hashOf(["honorarios_anulacion", receipt.barCode]),
        documentHash: hashOf([receipt.barCode, order]),
        order,
      };
    },
    async reserve(tx, row) {
      if (found === null) throw new TypeError("an annulment that was not described");
      const { modo: mode, plazoHasta } = found.window;
      const deadline = mode === "con_receptor" ? plazoHasta : null;
      await insertRequest(tx, row, { ...found.receipt, kind: "anulacion", mode, deadline });
    },
  });
}

export function requireIssuer(
  policy: FeeReceiptPolicy,
  { id }: Pick<ActingConnection, "id">,
): void {
  requireNoneExceeded(issuerLeftOut(policy, id));
}

interface Window {
  modo: AnnulmentMode;
  plazoHasta: string;
}

/** How and until when; `honorarios_policy_denied` when it can no longer be annulled. */
export function openWindow(
  { clock }: Pick<LedgerContext, "clock">,
  { day }: Pick<ReceiptInForce, "day">,
): Window {
  const today = todayInSantiago(clock.now());
  const window = plazoAnulacion(day, today);
  if (window !== null) return window;
  const maximo = `${Number(day.slice(0, 4)) + 1}-03-01`;
  throw policyDenied([{ limite: "plazo_anulacion", maximo, recibido: today }]);
}

/**
 * Throws if one was requested and has not failed. A request here is newer than what a sync read.
 */
export async function requireNoAnnulment(
  tx: InTransaction<LedgerContext>,
  connection: Pick<ActingConnection, "id" | "rut">,
  { folio, awaitsReceiver }: Pick<ReceiptInForce, "folio" | "awaitsReceiver">,
): Promise<void> {
  const t = feeReceiptRequests;
  const [last] = await tx.db.orm
    .select({ id: t.id, state: t.state, actorKind: t.actorKind, actorId: t.actorId })
    .from(t)
    .where(
      and(
        eq(t.organizationId, tx.organization.id),
        eq(t.issuerRut, companyOf(connection)),
        eq(t.folio, folio),
        eq(t.kind, "anulacion"),
        ne(t.state, "rejected"),
      ),
    )
    .orderBy(desc(t.id))
    .limit(1);
  if (last === undefined) {
    if (awaitsReceiver) throw new AppError("honorarios_annulment_conflict");
    return;
  }
  if (last.state === "refused_by_receiver" || last.state === "lapsed") return;
  const isOwn = last.actorKind === tx.actor.kind && last.actorId === tx.actor.id;
  throw new AppError("honorarios_annulment_conflict", {
    details: isOwn ? { solicitudId: last.id } : {},
  });
}
