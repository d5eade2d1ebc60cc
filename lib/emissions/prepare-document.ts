import { actorRow } from "#lib/db/actors.ts";
import { and, eq } from "drizzle-orm";
import { displaySigned, todayInSantiago } from "#lib/chile/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type {
  DteTotals,
  EmissionRequest,
  PreparedDocumentAnswer,
  ToolConnection,
} from "#lib/contract/index.ts";
import { startJob } from "#lib/jobs/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { targetOf } from "./annulment-target.ts";
import { checkAnnulment } from "./check-annulment.ts";
import { checkDocument } from "./check-document.ts";
import { checkWaiting } from "./check-waiting.ts";
import { preparations } from "./emissions.sql.ts";
import { openDocument, sealDocument } from "./sealed-document.ts";
import { preparationMinutes } from "./states.ts";
import { waitForVisit } from "./wait-for-visit.ts";

export type EmittingConnection = Pick<ToolConnection, "id" | "connector" | "rut" | "credencial">;

export type EmissionContext = Context & {
  vault: Vault;
  emissionQueue: Queue;
  /** Where the pages are on which a person confirms. */
  baseUrl: string;
};

/** Checks the document, has the portal prepare it, and binds what it prepared to a previewRef. */
export async function prepareDocument(
  ctx: EmissionContext,
  connection: EmittingConnection,
  request: EmissionRequest,
): Promise<PreparedDocumentAnswer> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  const totals = request.kind === "anulacion" ? null : expectedTotals(ctx, connection, request);
  requireLiveCredential(connection);
  const id = newId("prv", now);
  const document = await sealDocument(ctx, { organizationId, id }, { request, previewed: null });
  const target = targetOf(request);
  const jobId = await withTx(ctx, async (tx) => {
    await checkWaiting(tx, connection.id);
    if (target !== null) await checkAnnulment(tx, connection.id, target);
    await tx.db.orm.insert(preparations).values({
      id,
      organizationId,
      connectionId: connection.id,
      kind: request.kind,
      ...actorRow(ctx.actor),
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
      trigger: "manual",
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
  });
  await waitForVisit(ctx, jobId);
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

async function preparedAnswer(ctx: EmissionContext, id: string): Promise<PreparedDocumentAnswer> {
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
      kind: row.kind,
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
    advertencias: previewed.advertencias,
    requiereConfirmacion: false,
  };
}
