import { and, eq, isNull, sql } from "drizzle-orm";
import { Fecha } from "#lib/chile/index.ts";
import type { AnnulmentCause } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActingConnection } from "#lib/ledger/index.ts";
import { records } from "#lib/records/records.sql.ts";
import { requestIn } from "../fee-receipts/index.ts";

/** The receipt to annul: a request of this service, or a receipt that a sync read. */
export interface AnnulmentAsked {
  solicitudId?: string | undefined;
  folio?: number | undefined;
  causa: AnnulmentCause;
  huella?: string | undefined;
}

type Tx = InTransaction<Context>;

/** A receipt that is in force as far as known here, however it was issued. */
export interface ReceiptInForce {
  /** The request that issued it, if any. */
  receiptId: string | null;
  reference: string;
  folio: number;
  barCode: string;
  day: Fecha;
  receiverRut: string | null;
  gross: number;
  withheld: number;
  net: number;
  /** The portal showed that its receiver was asked to annul it, by us or by somebody else. */
  awaitsReceiver: boolean;
}

/**
 * By its request, which belongs to its maker, or by the folio that a sync of the connection read.
 */
export async function findReceipt(
  tx: Tx,
  { id: connectionId }: Pick<ActingConnection, "id">,
  { solicitudId, folio }: AnnulmentAsked,
): Promise<ReceiptInForce> {
  if (solicitudId !== undefined) return ofRequest(tx, { solicitudId, connectionId });
  const found = folio === undefined ? null : await synced(tx, { folio, connectionId });
  if (found === null) throw new AppError("honorarios_request_not_found");
  return found;
}

async function ofRequest(
  tx: Tx,
  which: { solicitudId: string; connectionId: string },
): Promise<ReceiptInForce> {
  const request = await requestIn(tx, which);
  const { tipo, folio, codigoBarras, state } = request;
  if (tipo !== "emision" || state !== "issued" || folio === null || codigoBarras === null) {
    throw new AppError("honorarios_request_not_found");
  }
  return {
    receiptId: request.solicitudId,
    reference: request.referencia,
    folio,
    barCode: codigoBarras,
    day: Fecha.parse(request.fecha),
    receiverRut: request.rutReceptor,
    gross: request.bruto,
    withheld: request.retencion,
    net: request.liquido,
    // Its own request knows about its annulment, and is newer than a sync.
    awaitsReceiver: false,
  };
}

interface Synced {
  folio: number;
  codigoBarras: string;
  fecha: string;
  rutContraparte: string | null;
  estado: "VIGENTE" | "VIGENTE_ANULACION_PENDIENTE";
  bruto: number;
  retencionEmisor: number | null;
  retencionReceptor: number;
  liquido: number;
}

async function synced(
  { db, organization }: Tx,
  { folio, connectionId }: { folio: number; connectionId: string },
): Promise<ReceiptInForce | null> {
  const [found] = await db.orm
    .select({ payload: records.payload })
    .from(records)
    .where(
      and(
        eq(records.organizationId, organization.id),
        eq(records.connectionId, connectionId),
        eq(records.dataset, "tributario.boletas"),
        sql`starts_with(${records.sortKey}, 'emitidas|')`,
        sql`${records.payload} @> ${JSON.stringify({ folio })}::jsonb`,
        sql`${records.payload} ->> 'estado' <> 'ANULADA'`,
        isNull(records.withdrawnAt),
      ),
    );
  if (found === undefined) return null;
  const row = found.payload as unknown as Synced;
  return {
    receiptId: null,
    reference: `folio-${folio}`,
    folio,
    barCode: row.codigoBarras,
    day: Fecha.parse(row.fecha),
    receiverRut: row.rutContraparte,
    gross: row.bruto,
    withheld: row.bruto - row.liquido,
    net: row.liquido,
    awaitsReceiver: row.estado === "VIGENTE_ANULACION_PENDIENTE",
  };
}
