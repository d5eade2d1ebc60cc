import { html } from "hono/html";
import { companyStrip, type Html } from "../page.ts";
import { dotted, issuedTypeName } from "../words.ts";
import type { Draft } from "./drafts.ts";
import { lineNumbers, twoDigits } from "./read-lines.ts";

interface ShownReceiptForm {
  docType: number;
  company: string;
  token: string;
  /** Whether the prices currently have other fields. */
  changed: boolean;
}

export function receiptFormPage(base: string, shown: ShownReceiptForm): Html {
  const { docType, company, token, changed } = shown;
  const input = (name: string, number: number, size: number) =>
    html`<td><input name="BOL_${name}_${twoDigits(number)}" value="" size="${size}" /></td>`;
  return html`${companyStrip(company)}
    <h1>${issuedTypeName(docType)}</h1>
    <form name="boleta" method="post" action="${base}/facturador/boleta/vista-previa">
      <input type="hidden" name="BOL_TIPO" value="${docType}" />
      <input type="hidden" name="FRM_TOKEN" value="${token}" />
      <p>
        RUT receptor (opcional) <input name="BOL_RUT" value="" size="14" /> Nombre (opcional)
        <input name="BOL_RAZON" value="" size="30" />
      </p>
      <table class="datos">
        <tr>
          <th>Producto o servicio</th>
          <th>Cantidad</th>
          <th>Precio (IVA incluido)</th>
        </tr>
        ${lineNumbers.map(
          (number) =>
            html`<tr>
              ${input("NOMBRE", number, 40)} ${input("CANT", number, 8)}
              ${input(changed ? "VALOR" : "PRECIO", number, 12)}
            </tr> `,
        )}
      </table>
      <p><input type="submit" value="Visualizar boleta" /></p>
    </form>`;
}

interface ShownReceipt {
  id: string;
  draft: Draft;
  hash: string;
  hasCertificate: boolean;
}

/** Signed and sent in one step. */
export function receiptPreviewPage(base: string, shown: ShownReceipt): Html {
  const { id, draft, hash, hasCertificate } = shown;
  const { document } = draft;
  const hidden = Object.entries({ ...draft.fields, PRV_ID: id, PRV_HASH: hash }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `,
  );
  return html`${companyStrip(draft.company)}
    <h1>Vista previa: ${issuedTypeName(document.docType)}</h1>
    <p>
      Neto <b id="neto">${dotted(document.net)}</b> Exento
      <b id="exento">${dotted(document.exempt)}</b> IVA
      <b id="iva">${dotted(document.vat)}</b> Total
      <b id="total">${dotted(document.total)}</b>
    </p>
    ${
      hasCertificate
        ? html`<form name="emision" method="post" action="${base}/facturador/boleta/emitir">
            ${hidden}
            <label for="CLAVE_CERT">Clave del certificado digital</label>
            <input id="CLAVE_CERT" name="CLAVE_CERT" type="password" />
            <input type="submit" value="Emitir boleta" />
          </form>`
        : html`<p class="aviso" id="sin-certificado">
            No registra un certificado digital centralizado.
          </p>`
    }`;
}

/** The page after a wrong certificate password: no folio, and no reason. */
export function unsignedReceiptPage(base: string, company: string): Html {
  return html`${companyStrip(company)}
    <h1>Emisión de boleta</h1>
    <p id="resultado">Documento sin firma. No se ha generado folio.</p>
    <p><a href="${base}/facturador/menu">Volver</a></p>`;
}
