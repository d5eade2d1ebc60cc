import { requestOnce } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import {
  toRecord,
  type AnnulmentCause,
  type AnnulmentRefusal,
  type FeeReceiptLimits,
  type FeeReceipts,
  type ListedReceipt,
  type PreviewedAnnulment,
  type ReceiptFile,
  type ReceiptOnPaper,
} from "#lib/contract/index.ts";
import { encodeForm } from "../parse/encode-form.ts";
import { parseAnnulment } from "../parse/fee-confirmation.ts";
import { checkFeePaper } from "../parse/fee-paper.ts";
import { boletas, type Boleta } from "../store.ts";
import { whyNotAnnulled } from "./fee-alerts.ts";
import { annulmentSendAnswerOf, feeSendAnswerOf } from "./fee-send-answer.ts";
import { pdfText } from "./pdf-text.ts";
import { asksToLogIn, inSession, type PortalPages } from "./portal-pages.ts";
import { fillInReceipt } from "./fill-in-receipt.ts";
import type { PrintedForm } from "./read-form.ts";
import { readFeeSide } from "./read-fees.ts";
import { openForm, sendForm } from "./shown-pages.ts";

const limits: FeeReceiptLimits = { lineas: 4, montoLinea: 999_999_999, mesesDeFecha: 3 };
const causes: readonly AnnulmentCause[] = [1, 2, 3];
const sendLimitMs = 30_000;
const pdfLimitMs = 20_000;
const pdfLimitBytes = 10 * 1_048_576;

/**
 * The portal's pages for fee receipts. All use the browser except the two final submissions and the
 * file.
 */
export function feeReceipts(pages: PortalPages): FeeReceipts {
  let receipt: PrintedForm | null = null;
  let annulment: PrintedForm | null = null;
  return {
    limits,

    async previewReceipt(request) {
      receipt = null;
      const { previewed, confirmation } = await inSession(() => fillInReceipt(pages, request));
      receipt = confirmation;
      return previewed;
    },

    async sendReceipt() {
      const form = receipt;
      // Whatever happens now, what was prepared is never sent again.
      receipt = null;
      if (form === null) throw new TypeError("sent before it was confirmed");
      return sentOnce(pages, form, {}, feeSendAnswerOf);
    },

    async listMonth(periodo) {
      const { rows, incompletos } = await inSession(() => readFeeSide(pages, periodo, "emitidas"));
      if (incompletos > 0) throw unknownShape("a list that cannot be read whole");
      return rows.map(listed);
    },

    readPdf: (codigoBarras, expected) => inSession(() => readPaper(pages, codigoBarras, expected)),

    async previewAnnulment(folio) {
      annulment = null;
      const { previewed, confirmation } = await inSession(() => previewAnnulment(pages, folio));
      annulment = confirmation;
      return previewed;
    },

    async sendAnnulment(causa) {
      const form = annulment;
      annulment = null;
      if (form === null) throw new TypeError("sent before it was confirmed");
      return sentOnce(pages, form, { cod_causa: String(causa) }, annulmentSendAnswerOf);
    },
  };
}

function listed(row: Boleta): ListedReceipt {
  const { folio, codigoBarras, fecha, rutContraparte, bruto, estado, fechaAnulacion } = row;
  return {
    folio,
    codigoBarras,
    fecha,
    rutReceptor: rutContraparte,
    bruto,
    estado,
    fechaAnulacion,
    kept: { dataset: boletas.id, record: toRecord(boletas, row) },
  };
}

/** Outside the page: the browser would repeat it if its connection is cut. */
async function sentOnce<Answer>(
  pages: PortalPages,
  { action, fields }: PrintedForm,
  typed: Readonly<Record<string, string>>,
  answerOf: (html: string) => Answer | null,
): Promise<Answer> {
  const { status, bytes } = await requestOnce(pages.session, {
    url: action,
    encodedForm: encodeForm({ ...fields, ...typed }),
    limitMs: sendLimitMs,
  });
  const html = bytes.toString("latin1");
  const answer = status !== 200 || asksToLogIn(html) ? null : answerOf(html);
  if (answer === null) throw unknownShape("an answer that tells nothing");
  return answer;
}

interface AnnulmentPage {
  previewed: PreviewedAnnulment | ({ kind: "refused" } & AnnulmentRefusal);
  confirmation: PrintedForm | null;
}

async function previewAnnulment(pages: PortalPages, folio: number): Promise<AnnulmentPage> {
  const search = await openForm(pages, "/honorarios/anular", "busqueda");
  if (search.form === null) throw unknownShape("no form to annul with");
  const { html, form } = await sendForm(pages, {
    form: "busqueda",
    typed: { num_boleta: String(folio) },
    next: "anulacion",
  });
  if (form === null) {
    const refusal = whyNotAnnulled(html);
    if (refusal === null) throw unknownShape("neither a confirmation nor a refusal");
    return { previewed: { kind: "refused", ...refusal }, confirmation: null };
  }
  const offered = form.choices["cod_causa"]?.map(({ value }) => value) ?? [];
  if (!causes.every((cause) => offered.includes(String(cause)))) {
    throw unknownShape("other causes of an annulment");
  }
  return { previewed: parseAnnulment(html, folio), confirmation: form };
}

async function readPaper(
  pages: PortalPages,
  codigoBarras: string,
  expected: ReceiptOnPaper,
): Promise<ReceiptFile> {
  const { status, bytes } = await requestOnce(pages.session, {
    url: `${pages.baseUrl}/honorarios/documento?txt_codigobarras=${encodeURIComponent(codigoBarras)}`,
    limitMs: pdfLimitMs,
    maxBytes: pdfLimitBytes,
  });
  if (status !== 200) throw unknownShape("no file of the receipt");
  if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") {
    const html = await pages.inside(bytes.toString("latin1"));
    if (/id="documento-en-proceso"/.test(html)) return { kind: "late" };
    throw unknownShape("no file of the receipt");
  }
  const { anulada } = checkFeePaper(await pdfText(pages.session, bytes), expected);
  return { kind: "ready", bytes, anulada };
}
