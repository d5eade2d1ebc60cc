import { periodoOfDay, Fecha } from "#lib/chile/index.ts";
import type { FeeReceiptRequest, ListedReceipt, PreviewedReceipt } from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  openAsked,
  type Act,
  type FetchedFile,
  type OperationRow,
  type Order,
  type StepVisit,
} from "#lib/ledger/index.ts";
import type { RequestRow } from "./requests.sql.ts";
import { givenUp } from "./given-up.ts";
import { feeReceiptsOf, likenessOfReceipt } from "./portal-receipts.ts";
import { requestOf } from "./request-rows.ts";
import { receiptTerms } from "./terms.ts";
import { requireStillAllowed } from "./policy/require-still-allowed.ts";
import { huellaWithAlike } from "./alike-receipts.ts";

/** How long its PDF is kept here; later it is fetched on demand. */
const keptDays = 30;

/** What is stored sealed with the operation: the receipt in the form that the portal accepts. */
export interface ReceiptOrder {
  request: FeeReceiptRequest;
  /** From the preview that the caller saw; null where none had to be matched. */
  huella: string | null;
  /** Alike ones in the list that were unknown here. */
  alike: string[];
}

/** Fee receipts, as the authority's portal issues them for the company's own login. */
export const receiptAct: Act = {
  terms: receiptTerms,
  place: "honorarios",

  async open(ctx, row) {
    return receiptOrder(ctx, row, await withSystemTx(ctx, (tx) => requestOf(tx, row)));
  },

  live: {
    previsualizar:
      async (_ctx, _job, request) =>
      ({ driver }) =>
        feeReceiptsOf(driver).previewReceipt(request as FeeReceiptRequest),
  },

  async file(ctx, row) {
    const request = await withSystemTx(ctx, (tx) => requestOf(tx, row));
    const { barCode, folio, issuerRut, receiverRut, gross } = request;
    if (barCode === null || folio === null) throw new AppError("honorarios_request_not_found");
    return async ({ driver }): Promise<FetchedFile> => {
      const paper = { folio, rutEmisor: issuerRut, rutReceptor: receiverRut, bruto: gross };
      const file = await feeReceiptsOf(driver).readPdf(barCode, paper);
      if (file.kind === "late") throw new AppError("upstream_error");
      return { kind: "pdf", version: file.anulada ? 2 : 1, bytes: file.bytes, keptDays };
    };
  },
};

function receiptOrder(ctx: WorkerContext, row: OperationRow, request: RequestRow): Order {
  const month = periodoOfDay(Fecha.parse(request.day));
  /** As the list last showed them. */
  let listed: ListedReceipt[] = [];
  const alike = async ({ driver }: Pick<StepVisit, "driver">): Promise<string[]> => {
    listed = await feeReceiptsOf(driver).listMonth(month);
    return listed
      .filter((one) => likenessOfReceipt(one) === row.looksLike)
      .map(({ codigoBarras }) => codigoBarras);
  };
  return {
    check: (at) => checkConfirmation(ctx, row, request, at),
    before: alike,
    ready: () => requireStillAllowed(ctx, request),
    async send({ driver }) {
      const answer = await feeReceiptsOf(driver).sendReceipt();
      return answer.kind === "refused"
        ? { kind: "refused", refusal: answer.refusal }
        : { kind: "accepted", name: answer.codigoBarras };
    },
    async ask(at) {
      const matching = await alike(at);
      return { kind: "names", listed: listed.length, matching };
    },
    answer: () => null,
    folioOf: (name) => listed.find(({ codigoBarras }) => codigoBarras === name)?.folio ?? null,
    about: (name) => ({ kept: listed.find(({ codigoBarras }) => codigoBarras === name)?.kept }),
  };
}

/** The portal's own confirmation must match the request to the peso, or nothing is sent. */
async function checkConfirmation(
  ctx: WorkerContext,
  row: OperationRow,
  { gross, withheld, net, day, receiverRut, issuerRut }: RequestRow,
  { driver, step }: StepVisit,
): Promise<void> {
  const { request, huella, alike } = (await openAsked(ctx, row)) as ReceiptOrder;
  await step("preview");
  const shown = await feeReceiptsOf(driver).previewReceipt(request);
  if (shown.kind === "refused") throw givenUp("formulario_rechazado", { issues: shown.issues });
  if (shown.retiene === "nadie") throw givenUp("sociedad_profesional");
  const asked = [issuerRut, receiverRut, day, gross, withheld, net, request.retiene];
  if (confirmed(shown).join("|") !== asked.join("|")) throw givenUp("confirmacion_distinta");
  if (huella !== null && huella !== huellaWithAlike(alike, shown.huella)) {
    throw givenUp("huella_distinta");
  }
}

function confirmed(shown: PreviewedReceipt) {
  const { rutEmisor, rutReceptor, fecha, bruto, retencion, liquido, retiene } = shown;
  return [rutEmisor, rutReceptor, fecha, bruto, retencion, liquido, retiene];
}
