import { Fecha, periodoOfDay, todayInSantiago } from "#lib/chile/index.ts";
import type { AnnulmentCause, AnnulmentRefusal, ListedReceipt } from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import {
  openAsked,
  type Act,
  type ActVisit,
  type OperationRow,
  type Order,
  type Outcome,
  type StepVisit,
} from "#lib/ledger/index.ts";
import { annulmentTerms } from "./terms.ts";
import type { RequestRow } from "../fee-receipts/requests.sql.ts";
import {
  givenUp,
  type RejectionReason,
  noteReceiversAnswer,
  feeReceiptsOf,
  requestOf,
  requireStillAllowed,
} from "../fee-receipts/index.ts";

/** What is stored sealed with the operation. */
export interface AnnulmentOrder {
  causa: AnnulmentCause;
  /** From the preview that the caller saw; null where none had to be matched. */
  huella: string | null;
}

/** Annulments of fee receipts: decided by the receipt's own state in the list, not by a name. */
export const annulmentAct: Act = {
  terms: annulmentTerms,
  place: "honorarios",

  async open(ctx, row) {
    const request = await withSystemTx(ctx, (tx) => requestOf(tx, row));
    return annulmentOrder(ctx, row, request);
  },

  live: {
    previsualizar:
      async (_ctx, _job, folio) =>
      ({ driver }) =>
        feeReceiptsOf(driver).previewAnnulment(folio as number),
  },
};

function annulmentOrder(ctx: WorkerContext, row: OperationRow, request: RequestRow): Order {
  /** As the list last showed it; null where it has no receipt with that bar code. */
  let seen: ListedReceipt | null = null;
  return {
    check: (at) => checkAnnulment(ctx, row, request, at),
    before: () => Promise.resolve([]),
    ready: () => requireStillAllowed(ctx, request),
    async send({ driver }) {
      const { causa } = (await openAsked(ctx, row)) as AnnulmentOrder;
      const answer = await feeReceiptsOf(driver).sendAnnulment(causa);
      return answer.kind === "refused"
        ? { kind: "refused", refusal: answer.refusal }
        : { kind: "accepted", name: null };
    },
    async ask(at) {
      const listed = await listOf(at, request);
      seen = listed.find(({ codigoBarras }) => codigoBarras === request.barCode) ?? null;
      // The receiver is being asked: an answer that came meanwhile does not change the operation.
      if (row.state === "done") {
        const today = todayInSantiago(ctx.clock.now());
        await noteReceiversAnswer(ctx, row, { seen, today });
      }
      const isTaken = seen?.estado === "ANULADA" || seen?.estado === "VIGENTE_ANULACION_PENDIENTE";
      const found = {
        listed: listed.length,
        matching: isTaken ? 1 : 0,
        candidates: isTaken ? 1 : 0,
      };
      return {
        kind: "verdict",
        found,
        judge: ({ refusal }): Outcome => {
          if (refusal !== null) {
            return isTaken ? { kind: "unknown" } : { kind: "rejected", refusal };
          }
          // One receipt may be asked for more than once: the name belongs to this request only.
          const name = `${request.barCode}/${row.id}`;
          return isTaken ? { kind: "done", name, prueba: "lista" } : { kind: "unknown" };
        },
      };
    },
    answer: () => null,
    folioOf: () => null,
    about: () => ({ estado: seen?.estado ?? null, kept: seen?.kept }),
  };
}

function listOf({ driver }: ActVisit, { day }: RequestRow) {
  return feeReceiptsOf(driver).listMonth(periodoOfDay(Fecha.parse(day)));
}

/** What annulling does today must be what the caller was told, or nothing is sent. */
async function checkAnnulment(
  ctx: WorkerContext,
  row: OperationRow,
  { folio, gross, mode }: RequestRow,
  { driver, step }: StepVisit,
): Promise<void> {
  const { huella } = (await openAsked(ctx, row)) as AnnulmentOrder;
  await step("preview");
  const shown = await feeReceiptsOf(driver).previewAnnulment(folio ?? 0);
  if (shown.kind === "refused") throw givenUp(reasonOfRefusal(shown));
  const isOther = shown.folio !== folio || shown.bruto !== gross || shown.modo !== mode;
  if (isOther) throw givenUp("confirmacion_distinta");
  if (huella !== null && huella !== shown.huella) throw givenUp("huella_distinta");
}

function reasonOfRefusal({ reason }: AnnulmentRefusal): RejectionReason {
  switch (reason) {
    case "too_late":
      return "plazo_anulacion";
    case "too_much":
      return "monto_anulacion";
    case "annulled":
    case "already_asked":
      return "anulacion_en_curso";
    case "unknown":
    case "other":
      return "formulario_rechazado";
  }
}
