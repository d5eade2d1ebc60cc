import { requestOnce } from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import {
  toRecord,
  type Emitter,
  type EmissionRequest,
  type IssuerProfile,
  type PreviewedDocument,
  type SendAnswer,
} from "#lib/contract/index.ts";
import { encodeForm } from "../parse/encode-form.ts";
import { cutTexts } from "../parse/cut-texts.ts";
import { previewedDocument } from "../parse/preview.ts";
import { dte } from "../store.ts";
import { alertsOf, annulmentRefusal, refusalOf } from "./alerts.ts";
import { invoiceForm, receiptForm } from "./document-form.ts";
import { enterInvoicer } from "./enter-invoicer.ts";
import { asksToLogIn, inSession, type PortalPages } from "./portal-pages.ts";
import { readForm } from "./read-form.ts";
import { issuedBetween } from "./read-lists.ts";
import { sendAnswerOf } from "./send-answer.ts";

const sendLimitMs = 30_000;
const pdfLimitMs = 20_000;
const pdfLimitBytes = 20 * 1_048_576;

/** What is ready to be sent: the one request that issues. */
interface Ready {
  path: string;
  encodedForm: string;
}

/** The free invoicer's wizard. Pages use the browser; the one final submission does not. */
export function invoicer(pages: PortalPages): Emitter {
  let previewed: { kind: EmissionRequest["kind"]; fields: Record<string, string> } | null = null;
  let signing: string | null = null;
  let ready: Ready | null = null;
  const enter = (): Promise<number[]> => inSession(() => enterInvoicer(pages));

  async function preview(
    request: EmissionRequest,
    profile: IssuerProfile | null,
  ): Promise<PreviewedDocument> {
    const tiposDte = await enter();
    const html = await previewPage(pages, request, { profile, tiposDte });
    const form = await readForm(
      pages.session,
      html,
      request.kind === "boleta" ? "emision" : "previa",
    );
    if (form === null) throw new AppError("tributario_facturador_contract_changed");
    previewed = { kind: request.kind, fields: form.fields };
    const advertencias = cutTexts(request, form.fields);
    return { ...previewedDocument(form.fields, tiposDte), advertencias };
  }

  async function propose(): Promise<void> {
    if (previewed === null) throw new TypeError("proposed before the preview");
    // Receipts have no separate step for it.
    if (previewed.kind === "boleta") return;
    const html = await asked(pages, () => pages.post("/facturador/folio", previewed?.fields ?? {}));
    if (/id="sin-certificado"/.test(html)) {
      throw new AppError("tributario_signing_material_required");
    }
    const form = await readForm(pages.session, html, "firma");
    signing = form?.fields["FIR_ID"] ?? null;
    if (signing === null) throw new AppError("tributario_facturador_contract_changed");
  }

  async function sign(password: string): Promise<void> {
    if (!isLatin1(password)) throw new AppError("tributario_signing_material_invalid");
    if (previewed?.kind === "boleta") {
      // Receipts are signed and sent by one request: it is prepared here, and sent by `send`.
      const fields = { ...previewed.fields, CLAVE_CERT: password };
      ready = { path: "/facturador/boleta/emitir", encodedForm: encodeForm(fields) };
      return;
    }
    if (signing === null) throw new TypeError("signed before the proposal");
    const html = await asked(pages, () =>
      pages.post("/facturador/firmar", { FIR_ID: signing ?? "", CLAVE_CERT: password }),
    );
    const form = await readForm(pages.session, html, "envio");
    const xml = form?.fields["DTE_XML"];
    if (form === null || xml === undefined) {
      throw new AppError("tributario_facturador_contract_changed");
    }
    if (!/<Signature>[^<]+<\/Signature>/.test(xml)) {
      throw new AppError("tributario_signing_material_invalid");
    }
    ready = { path: "/facturador/enviar", encodedForm: encodeForm(form.fields) };
  }

  /** Outside the page: the browser would repeat it if its connection is cut. */
  async function send(): Promise<SendAnswer> {
    const request = ready;
    // Whatever happens now, what was prepared is never sent again.
    ready = null;
    if (request === null) throw new TypeError("sent before it was signed");
    const { status, bytes } = await requestOnce(pages.session, {
      url: pages.baseUrl + request.path,
      encodedForm: request.encodedForm,
      limitMs: sendLimitMs,
    });
    const html = bytes.toString("latin1");
    if (status !== 200 || asksToLogIn(html)) throw unknownShape("an answer that tells nothing");
    const answer = sendAnswerOf(html);
    if (answer === null) throw unknownShape("an answer that tells nothing");
    return answer;
  }

  return {
    preview,
    propose,
    sign,
    send,
    async issued({ tipoDte, fecha }) {
      await enter();
      const { rows, completo } = await inSession(() =>
        issuedBetween(pages, { tipoDte, from: fecha, to: fecha }),
      );
      if (!completo) throw unknownShape("a list that cannot be read whole");
      return rows.map((row) => ({
        tipoDte: row.tipoDte,
        folio: row.folio,
        fecha: row.fecha,
        receptorRut: row.rutContraparte,
        total: row.montoTotal,
        anuladoPor: row.anuladoPor,
        kept: { dataset: dte.id, record: toRecord(dte, row) },
      }));
    },
    async pdf({ tipoDte, folio }) {
      await enter();
      const codigo = `${tipoDte}${String(folio).padStart(10, "0")}`;
      const { status, bytes } = await requestOnce(pages.session, {
        url: `${pages.baseUrl}/facturador/pdf?codigo=${codigo}`,
        limitMs: pdfLimitMs,
        maxBytes: pdfLimitBytes,
      });
      if (status !== 200) throw unknownShape("no file of the document");
      return bytes;
    },
  };
}

/** From the form, or from the document to annul, to the preview page. */
async function previewPage(
  pages: PortalPages,
  request: EmissionRequest,
  { profile, tiposDte }: { profile: IssuerProfile | null; tiposDte: number[] },
): Promise<string> {
  if (request.kind === "anulacion") {
    const html = await asked(pages, () =>
      pages.post("/facturador/anular", {
        ANU_TIPO: String(request.tipoDte),
        ANU_FOLIO: String(request.folio),
        ANU_RAZON: request.motivo ?? "",
      }),
    );
    const alerts = alertsOf(html);
    if (alerts.length > 0) throw annulmentRefusal(alerts, tiposDte);
    return html;
  }
  const { documento } = request;
  const receipt = request.kind === "boleta";
  const path = `/facturador/${receipt ? "boleta" : "formulario"}?tipo=${documento.tipoDte}`;
  const page = await asked(pages, () => pages.get(path));
  const refused = alertsOf(page);
  if (refused.length > 0) throw refusalOf(refused, tiposDte);
  const form = await readForm(pages.session, page, receipt ? "boleta" : "formulario");
  if (form === null) throw new AppError("tributario_facturador_contract_changed");
  const filled = receipt ? receiptForm(form, documento) : invoiceForm(form, documento, profile);
  const to = receipt ? "/facturador/boleta/vista-previa" : "/facturador/vista-previa";
  const html = await asked(pages, () => pages.post(to, filled));
  const alerts = alertsOf(html);
  if (alerts.length > 0) throw refusalOf(alerts, tiposDte);
  return html;
}

function asked(pages: PortalPages, ask: () => Promise<string>): Promise<string> {
  return inSession(async () => pages.inside(await ask()));
}

function isLatin1(text: string): boolean {
  return Array.from(text).every((character) => (character.codePointAt(0) ?? 0) <= 0xff);
}
