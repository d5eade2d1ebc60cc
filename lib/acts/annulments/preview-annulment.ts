import { todayInSantiago } from "#lib/chile/index.ts";
import type { AnnulmentRefusal, FeeReceipts } from "#lib/contract/index.ts";
import { withTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { readLive, type ActingConnection, type LedgerContext } from "#lib/ledger/index.ts";
import { findReceipt, type AnnulmentAsked, type ReceiptInForce } from "./find-receipt.ts";
import { openWindow, requireIssuer, requireNoAnnulment } from "./request-annulment.ts";
import { type AnnulmentMode, policyDenied, requirePolicy } from "../fee-receipts/index.ts";

type Shown = Awaited<ReturnType<FeeReceipts["previewAnnulment"]>>;

interface AnnulmentPreview {
  folio: number;
  fecha: string;
  rutReceptor: string | null;
  bruto: number;
  modo: AnnulmentMode;
  plazoHasta: string;
  huella: string;
  advertencias: "retencion_sigue_vigente"[];
}

/** What annulling a receipt today would do. */
export async function previewAnnulment(
  ctx: LedgerContext,
  connection: ActingConnection,
  asked: AnnulmentAsked,
): Promise<AnnulmentPreview> {
  const receipt = await withTx(ctx, async (tx) => {
    requireIssuer(await requirePolicy(tx), connection);
    const found = await findReceipt(tx, connection, asked);
    openWindow(tx, found);
    await requireNoAnnulment(tx, connection, found);
    return found;
  });
  const question = {
    kind: "honorarios_anulacion",
    reading: "previsualizar",
    input: receipt.folio,
  } as const;
  const shown = (await readLive(ctx, connection, question)) as Shown;
  if (shown.kind === "refused") throw whyNot(ctx, receipt, shown);
  const { folio, fecha, rutReceptor, bruto, modo, plazoHasta, huella } = shown;
  return {
    folio,
    fecha,
    rutReceptor,
    bruto,
    modo,
    plazoHasta,
    huella,
    advertencias: modo === "con_receptor" ? ["retencion_sigue_vigente"] : [],
  };
}

function whyNot(
  { clock }: LedgerContext,
  { gross }: ReceiptInForce,
  refusal: AnnulmentRefusal,
): AppError {
  const denied = (limite: string, maximo: number | null, recibido: number | string) =>
    policyDenied([{ limite, maximo, recibido }]);
  switch (refusal.reason) {
    case "too_late":
      return denied("plazo_anulacion", null, todayInSantiago(clock.now()));
    case "too_much":
      return denied("monto_anulacion", refusal.maximo, gross);
    case "annulled":
    case "already_asked":
      return new AppError("honorarios_annulment_conflict");
    case "unknown":
      return new AppError("honorarios_request_not_found");
    case "other":
      return new AppError("upstream_unexpected_response");
  }
}
