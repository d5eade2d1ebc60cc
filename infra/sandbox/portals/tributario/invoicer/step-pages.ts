import { html, raw } from "hono/html";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import { dotted, issuedTypeName, printedDay } from "../words.ts";
import { alerts } from "./alerts.ts";
import type { TaxDocument } from "./document.ts";
import type { Fields } from "./hidden-fields.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";

interface ShownPreview {
  id: string;
  document: TaxDocument;
  fields: Fields;
  hash: string;
  at: string;
  /** Whether this form is currently missing from the page. */
  changed: boolean;
}

export function previewPage(base: string, shown: ShownPreview): Html {
  const { id, document, fields, hash, at, changed } = shown;
  const all = { ...fields, PRV_ID: id, PRV_HASH: hash, PRV_FECHA_HORA: at };
  const hidden = Object.entries(all).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `,
  );
  return html`${companyStrip(document.issuer.rut)}
    <h1>Vista previa: ${issuedTypeName(document.docType)}</h1>
    ${documentTable(document)}
    ${
      changed
        ? html`<div id="previa">Continúe en la aplicación móvil.</div>`
        : html`<form name="previa" method="post" action="${base}/facturador/folio">
            ${hidden}
            <input type="submit" name="FIRMAR" value="Firmar y enviar" />
          </form>`
    }`;
}

function documentTable(document: TaxDocument): Html {
  const { receiver, lines, references } = document;
  return html`<p>
      Señor(es) <b>${receiver.name}</b> RUT <b>${dottedRut(receiver.rut)}</b> Fecha
      <b>${printedDay(document.day)}</b>
    </p>
    <table class="datos">
      <tr>
        <th>Ítem</th>
        <th>Cantidad</th>
        <th>Precio</th>
        <th>Valor</th>
      </tr>
      ${lines.map(
        (line) =>
          html`<tr>
            <td>${line.name}</td>
            <td class="monto">${line.quantity}</td>
            <td class="monto">${line.price}</td>
            <td class="monto">${dotted(line.amount)}</td>
          </tr> `,
      )}
    </table>
    ${references.map(
      ({ docType, folio, day, reason }) =>
        html`<p class="referencia">
          Referencia: ${docType} N° ${folio} del ${printedDay(day)} ${reason}
        </p>`,
    )}
    <p>
      Neto <b id="neto">${dotted(document.net)}</b> Exento
      <b id="exento">${dotted(document.exempt)}</b> IVA 19%
      <b id="iva">${dotted(document.vat)}</b> Total <b id="total">${dotted(document.total)}</b>
    </p>`;
}

interface ShownProposal {
  id: string;
  document: TaxDocument;
  folio: number;
  hasCertificate: boolean;
}

/** A folio that is proposed, not used: the final one may differ. */
export function proposalPage(base: string, shown: ShownProposal): Html {
  const { id, document, folio, hasCertificate } = shown;
  return html`${companyStrip(document.issuer.rut)}
    <h1>Firma de ${issuedTypeName(document.docType)}</h1>
    <p>Folio propuesto: <b id="folio-propuesto">${folio}</b></p>
    ${
      hasCertificate
        ? html`<form name="firma" method="post" action="${base}/facturador/firmar">
            <input type="hidden" name="FIR_ID" value="${id}" />
            <label for="CLAVE_CERT">Clave del certificado digital</label>
            <input id="CLAVE_CERT" name="CLAVE_CERT" type="password" />
            <input type="submit" value="Firmar" />
          </form>`
        : html`<p class="aviso" id="sin-certificado">
            No registra un certificado digital centralizado.
          </p>`
    }`;
}

/** The same page whether or not there is a signature in it. */
export function signedPage(base: string, document: TaxDocument, id: string, xml: string): Html {
  return html`${companyStrip(document.issuer.rut)}
    <h1>Envío de ${issuedTypeName(document.docType)}</h1>
    <form name="envio" method="post" action="${base}/facturador/enviar">
      <input type="hidden" name="ENV_ID" value="${id}" />
      <textarea name="DTE_XML" rows="6" cols="80" readonly>${xml}</textarea>
      <p><input type="submit" value="Enviar documento" /></p>
    </form>`;
}

export function emittedPage(base: string, company: string, issued: IssuedDocument): Html {
  const code = codeOf(issued);
  return html`${companyStrip(company)}
    <h1>Documento enviado</h1>
    <p id="resultado">
      ${issuedTypeName(issued.docType)} N° <b id="folio">${issued.folio}</b> por un total de
      <b id="total">${dotted(issued.total)}</b>
    </p>
    <p>
      <a id="ver-documento" href="${base}/facturador/documento?codigo=${code}">Ver documento</a>
      <a href="${base}/facturador/menu">Volver</a>
    </p>`;
}

/** Issued, but worded differently, above a script whose alert nobody has seen. */
export function scriptedPage(company: string, issued: IssuedDocument): Html {
  return html`${companyStrip(company)}
    ${raw(`<script type="text/javascript">
      function imprimir(pagina) { if (!window.open(pagina)) alert('${alerts.popUps}'); }
    </script>`)}
    <h1>Documento emitido</h1>
    <p class="folio-emitido">${issuedTypeName(issued.docType)} N° ${issued.folio}</p>`;
}

/** The changed layout: the document is issued, but its number is not shown. */
export function receivedPage(company: string): Html {
  return html`${companyStrip(company)}
    <h1>Documento recibido</h1>
    <p>Su documento se encuentra en proceso.</p>`;
}
