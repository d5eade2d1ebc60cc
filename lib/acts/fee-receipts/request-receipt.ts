import { and, eq, ne, or } from "drizzle-orm";
import { todayInSantiago } from "#lib/chile/index.ts";
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
import type { FeeReceiptAsked } from "./fee-request.ts";
import { checkReceipt, type CheckedReceipt } from "./check-receipt.ts";
import { exceededLimits, policyDenied, requireNoneExceeded } from "./policy/exceeded-limits.ts";
import { erasedReference, feeReceiptRequests } from "./requests.sql.ts";
import { lockPolicy } from "./policy/lock-policy.ts";
import type { ReceiptOrder } from "./act.ts";
import { likenessOfReceipt } from "./portal-receipts.ts";
import { receiptTerms } from "./terms.ts";
import { insertRequest, usedToday } from "./request-rows.ts";
import { alikeReceipts } from "./alike-receipts.ts";

interface ReceiptCall extends ActCall {
  asked: FeeReceiptAsked;
  waitSeconds: number;
}

/** Requests a fee receipt, once: the worker issues it, and its caller need not wait. */
export function requestReceipt(
  ctx: LedgerContext,
  connection: ActingConnection,
  { asked, ...call }: ReceiptCall,
): Promise<OperationAnswer> {
  const today = todayInSantiago(ctx.clock.now());
  const issuerRut = companyOf(connection);
  const check = (): CheckedReceipt => checkReceipt(asked, { issuerRut: connection.rut, today });
  return operate(ctx, connection, {
    ...call,
    kind: "honorarios",
    terms: receiptTerms,
    async describe(tx) {
      // Locked until the operation is stored: of two at once the second counts the first.
      const policy = await lockPolicy(tx);
      const { request, bruto } = check();
      const { fecha, receptor } = request;
      const measured = {
        connectionId: connection.id,
        receiverRut: receptor.rut,
        fecha,
        bruto,
        today,
        used: await usedToday(tx),
      };
      requireNoneExceeded(exceededLimits(policy, measured));
      await requireNewReference(tx, issuerRut, asked.referencia);
      requireLiveCredential(connection);
      const { huella = null } = asked;
      const looked = { fecha, rutReceptor: receptor.rut, bruto };
      const alike = await alikeReceipts(tx, connection, looked);
      // Its preview would have said so.
      if (alike.length > 0 && huella === null) {
        throw policyDenied([{ limite: "igual_no_registrada", maximo: null, recibido: null }]);
      }
      const order: ReceiptOrder = { request, huella, alike };
      return {
        subjectId: newId("hon", ctx.clock.now()),
        looksLike: likenessOfReceipt(looked),
        documentHash: hashOf(order),
        order,
      };
    },
    reserve(tx, row) {
      const { request, bruto: gross, retencion: withheld, liquido: net } = check();
      return insertRequest(tx, row, {
        kind: "emision",
        reference: asked.referencia,
        receiverRut: request.receptor.rut,
        day: request.fecha,
        gross,
        withheld,
        net,
      });
    },
  });
}

/**
 * Throws for a reference in use by a request that was not refused; only its maker is told which
 * request.
 */
async function requireNewReference(
  tx: InTransaction<LedgerContext>,
  issuerRut: string,
  reference: string,
): Promise<void> {
  const t = feeReceiptRequests;
  const erased = erasedReference(tx.organization.id, issuerRut, reference);
  const [earlier] = await tx.db.orm
    .select({ id: t.id, actorKind: t.actorKind, actorId: t.actorId, issuerRut: t.issuerRut })
    .from(t)
    .where(
      and(
        eq(t.organizationId, tx.organization.id),
        or(
          and(eq(t.issuerRut, issuerRut), eq(t.reference, reference)),
          and(eq(t.issuerRut, ""), eq(t.reference, erased)),
        ),
        eq(t.kind, "emision"),
        ne(t.state, "rejected"),
      ),
    );
  if (earlier === undefined) return;
  const { actor } = tx;
  const isHere = earlier.issuerRut !== "";
  const isOwn = isHere && earlier.actorKind === actor.kind && earlier.actorId === actor.id;
  throw new AppError("honorarios_duplicate_reference", {
    details: isOwn ? { solicitudId: earlier.id } : {},
  });
}
