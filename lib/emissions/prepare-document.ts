import { and, eq, gt, ne } from "drizzle-orm";
import { displaySigned, todayInSantiago } from "../chile/index.ts";
import { withTx, type Context, type InTransaction } from "../db/context.ts";
import { AppError } from "../kernel/errors/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Queue } from "../platform/queue.ts";
import { isFinal, requireLiveCredential } from "../sync/index.ts";
import type { DteTotals, EmissionKind, EmissionRequest } from "../tools/define/index.ts";
import type { Vault } from "../vault/index.ts";
import { checkDocument } from "./check-document.ts";
import { receiptTypes } from "./document-totals.ts";
import { operations, preparations } from "./emissions.sql.ts";
import { openDocument, sealDocument } from "./sealed-document.ts";
import { errorOfJob, jobState, startJob } from "./start-job.ts";
import { preparationMinutes, waitSeconds } from "./states.ts";
import { waitFor } from "./wait-for.ts";

export interface EmittingConnection {
  id: string;
  connector: string;
  rut: string | null;
  credencial: string;
}

export type EmissionContext = Context & { vault: Vault; emissionQueue: Queue };

export interface PreparedAnswer {
  previewRef: string;
  expiraEn: string;
  documento: {
    kind: EmissionKind;
    tipoDte: number;
    receptorRut: string | null;
    fechaEmision: string;
    /** Of an annulment: what it annuls. */
    anula: { tipoDte: number; folio: number } | null;
  };
  totales: DteTotals;
  totalesDisplay: Record<keyof DteTotals, string>;
  advertencias: string[];
  requiereConfirmacion: boolean;
}

/** Checks the document, has the portal prepare it, and binds what it prepared to a previewRef. */
export async function prepareDocument(
  ctx: EmissionContext,
  connection: EmittingConnection,
  request: EmissionRequest,
): Promise<PreparedAnswer> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  const totals = request.kind === "anulacion" ? null : expectedTotals(ctx, connection, request);
  requireLiveCredential(connection);
  const id = newId("prv", now);
  const document = await sealDocument(ctx, { organizationId, id }, { request, previewed: null });
  const target = targetOf(request);
  const jobId = await withTx(ctx, async (tx) => {
    if (request.kind === "anulacion") {
      await checkOwnReceipt(tx, connection.id, request);
      await checkAnnulment(tx, connection.id, `${request.tipoDte}|${request.folio}`);
    }
    await tx.db.orm.insert(preparations).values({
      id,
      organizationId,
      connectionId: connection.id,
      kind: request.kind,
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      document,
      tipoDte: request.kind === "anulacion" ? 61 : request.documento.tipoDte,
      totals,
      target,
      state: "pending",
      expiresAt: expiryFrom(now),
      createdAt: now,
    });
    return startJob(tx, {
      organizationId,
      connectionId: connection.id,
      connector: connection.connector,
      kind: "preview",
      targetId: id,
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
  });
  await ctx.emissionQueue.send({ jobId }, { group: organizationId });
  const job = await waitFor(
    () => jobState(ctx, jobId),
    ({ status }) => isFinal(status),
    waitSeconds,
  );
  if (job.status !== "succeeded") throw errorOfJob(job);
  return preparedAnswer(ctx, id);
}

export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + preparationMinutes * 60_000);
}

function expectedTotals(
  ctx: EmissionContext,
  { rut }: EmittingConnection,
  request: Extract<EmissionRequest, { kind: "dte" | "boleta" }>,
): DteTotals {
  const today = todayInSantiago(ctx.clock.now());
  return checkDocument(request.kind, request.documento, { issuerRut: rut, today });
}

function targetOf(request: EmissionRequest): string | null {
  return request.kind === "anulacion" ? `${request.tipoDte}|${request.folio}` : null;
}

/** A receipt is annulled only when this service issued it on this connection. */
async function checkOwnReceipt(
  tx: InTransaction<EmissionContext>,
  connectionId: string,
  { tipoDte, folio }: { tipoDte: number; folio: number },
): Promise<void> {
  if (!receiptTypes.has(tipoDte)) return;
  const own = await tx.db.orm.$count(
    operations,
    and(
      eq(operations.organizationId, tx.organization.id),
      eq(operations.connectionId, connectionId),
      eq(operations.tipoDte, tipoDte),
      eq(operations.folio, folio),
      eq(operations.state, "emitted"),
    ),
  );
  if (own === 0) throw new AppError("tributario_anulacion_documento_no_encontrado");
}

/** One annulment of a document at a time, and none of one that is annulled. */
async function checkAnnulment(
  tx: InTransaction<EmissionContext>,
  connectionId: string,
  target: string,
): Promise<void> {
  const open = await tx.db.orm
    .select({ id: operations.id, state: operations.state, folio: operations.folio })
    .from(operations)
    .where(
      and(
        eq(operations.organizationId, tx.organization.id),
        eq(operations.connectionId, connectionId),
        eq(operations.target, target),
        ne(operations.state, "released"),
        ne(operations.state, "rejected"),
      ),
    );
  const done = open.find(({ state }) => state === "emitted");
  if (done !== undefined) {
    throw new AppError("tributario_anulacion_ya_emitida", {
      details: { notaCredito: { tipoDte: 61, folio: done.folio }, operacionId: done.id },
    });
  }
  const [running] = open;
  if (running !== undefined) {
    throw new AppError("tributario_anulacion_en_curso", {
      details: { operacionId: running.id },
    });
  }
  const [prepared] = await tx.db.orm
    .select({ id: preparations.id, hash: preparations.documentHash })
    .from(preparations)
    .where(
      and(
        eq(preparations.organizationId, tx.organization.id),
        eq(preparations.connectionId, connectionId),
        eq(preparations.target, target),
        ne(preparations.state, "consumed"),
        gt(preparations.expiresAt, tx.clock.now()),
      ),
    );
  // One that the portal never prepared stands in nobody's way.
  if (prepared === undefined || prepared.hash === null) return;
  throw new AppError("tributario_anulacion_en_curso", { details: { previewRef: prepared.id } });
}

async function preparedAnswer(ctx: EmissionContext, id: string): Promise<PreparedAnswer> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(and(eq(preparations.organizationId, ctx.organization.id), eq(preparations.id, id))),
  );
  if (row === undefined) throw new TypeError("a preparation that was just made");
  const { request, previewed } = await openDocument(ctx, row);
  if (previewed === null) throw new TypeError("a preview that succeeded without a document");
  const { totales } = previewed;
  const pesos = (amount: number): string => displaySigned(amount, "CLP");
  return {
    previewRef: id,
    expiraEn: row.expiresAt.toISOString(),
    documento: {
      kind: row.kind as EmissionKind,
      tipoDte: previewed.tipoDte,
      receptorRut: previewed.receptorRut,
      fechaEmision: previewed.fechaEmision,
      anula:
        request.kind === "anulacion" ? { tipoDte: request.tipoDte, folio: request.folio } : null,
    },
    totales,
    totalesDisplay: {
      neto: pesos(totales.neto),
      exento: pesos(totales.exento),
      iva: pesos(totales.iva),
      total: pesos(totales.total),
    },
    advertencias: [],
    requiereConfirmacion: false,
  };
}
