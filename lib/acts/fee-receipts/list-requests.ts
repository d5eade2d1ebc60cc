import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { readMembership } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { FeeRequest, FeeRequestQuery, FeeRequestState } from "./fee-request.ts";
import { feeReceiptRequests, type RequestRow } from "./requests.sql.ts";

export interface RequestLine extends FeeRequest {
  connectionId: string;
  actorId: string;
  /** The request that issued the receipt, if any; set for annulments only. */
  receiptId: string | null;
  /** The portal's present version of the PDF; the shown one counts once it is kept. */
  wantedVersion: number;
}

type Query = Partial<Omit<FeeRequestQuery, "limit" | "cursor">> & {
  /** Only those of one connection. */
  connectionId?: string;
  limit: number;
  /** The last one already listed. */
  after?: string | undefined;
};

/** Newest first: a caller's own, or all of them for owners and admins. */
export function listRequests(ctx: Context, query: Query): Promise<RequestLine[]> {
  return withTx(ctx, (tx) => requestsIn(tx, query));
}

type Which = { solicitudId: string; connectionId?: string };

export function findRequest(ctx: Context, which: Which): Promise<RequestLine> {
  return withTx(ctx, (tx) => requestIn(tx, which));
}

async function requestsIn(tx: InTransaction<Context>, query: Query): Promise<RequestLine[]> {
  const { solicitudId, referencia, state, tipo, connectionId, after, limit } = query;
  const t = feeReceiptRequests;
  const isManager = await seesAll(tx);
  const rows = await tx.db.orm
    .select({ row: t, annulment: newestAnnulment(tx, isManager) })
    .from(t)
    .where(
      and(
        mayBeSeen(tx, isManager),
        solicitudId === undefined ? undefined : eq(t.id, solicitudId),
        referencia === undefined ? undefined : eq(t.reference, referencia),
        state === undefined ? undefined : eq(t.state, state),
        tipo === undefined ? undefined : eq(t.kind, tipo),
        connectionId === undefined ? undefined : eq(t.connectionId, connectionId),
        after === undefined ? undefined : lt(t.id, after),
      ),
    )
    .orderBy(desc(t.id))
    .limit(limit);
  return rows.map(({ row, annulment }) => toLine(row, annulment));
}

/** One of them; a stranger's and another maker's get the same answer as none. */
export async function requestIn(tx: InTransaction<Context>, which: Which): Promise<RequestLine> {
  const [found] = await requestsIn(tx, { ...which, limit: 1 });
  if (found === undefined) throw new AppError("honorarios_request_not_found");
  return found;
}

async function seesAll(tx: InTransaction<Context>): Promise<boolean> {
  const { actor } = tx;
  const membership = actor.kind === "member" ? await readMembership(tx, actor) : null;
  return membership !== null && membership.role !== "member";
}

function mayBeSeen(tx: InTransaction<Context>, isManager: boolean): SQL | undefined {
  const { actor, organization } = tx;
  const t = feeReceiptRequests;
  return and(
    eq(t.organizationId, organization.id),
    // The policy hides deleted connections.
    sql`exists (select from connections c where c.id = ${t.connectionId})`,
    ofKnownConnection(tx, t.connectionId),
    isManager ? undefined : and(eq(t.actorKind, actor.kind), eq(t.actorId, actor.id)),
  );
}

/**
 * For a receipt: the last request to annul it, by any maker, and its name for callers who may read
 * it.
 */
const newestAnnulment = ({ actor }: InTransaction<Context>, isManager: boolean) => sql<{
  solicitudId: string | null;
  state: FeeRequestState;
} | null>`(
  select json_build_object('state', a.state, 'solicitudId', case when ${isManager}::boolean
    or (a.actor_kind, a.actor_id) = (${actor.kind}, ${actor.id}) then a.id end)
  from fee_receipt_requests a where a.organization_id = fee_receipt_requests.organization_id and a.kind = 'anulacion'
    and fee_receipt_requests.kind = 'emision' and a.issuer_rut = fee_receipt_requests.issuer_rut
    and a.folio = fee_receipt_requests.folio
  order by a.id desc limit 1)`;

function toLine(row: RequestRow, annulment: FeeRequest["anulacion"]): RequestLine {
  return {
    solicitudId: row.id,
    tipo: row.kind,
    referencia: row.reference,
    state: row.state,
    motivo: row.reason,
    seEnvio: row.isSent,
    rutReceptor: row.receiverRut,
    fecha: row.day,
    bruto: row.gross,
    retencion: row.withheld,
    liquido: row.net,
    folio: row.folio,
    codigoBarras: row.barCode,
    documentVersion: Math.min(row.documentVersion, Math.max(row.keptVersion, 1)),
    documentoDisponible: row.keptVersion > 0,
    plazoHasta: row.deadline,
    anulacion: annulment,
    operacionId: row.operationId,
    creadaEn: row.createdAt.toISOString(),
    actualizadaEn: row.updatedAt.toISOString(),
    connectionId: row.connectionId,
    actorId: row.actorId,
    receiptId: row.receiptId,
    wantedVersion: row.documentVersion,
  };
}

/** Leaves out maker and connection, which its caller knows. */
export function toFeeRequest(line: RequestLine): FeeRequest {
  const {
    connectionId: _,
    actorId: _maker,
    receiptId: _receipt,
    wantedVersion: _version,
    ...own
  } = line;
  return own;
}
