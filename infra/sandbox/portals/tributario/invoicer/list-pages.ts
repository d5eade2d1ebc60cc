import { html } from "hono/html";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import { offeredTypes } from "../people.ts";
import { dotted, emptyMarkers, issuedTypeName, printedDay } from "../words.ts";
import type { DocumentName } from "./issued.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";

export interface ListedDocument {
  issued: IssuedDocument;
  annulledBy: DocumentName | undefined;
}

interface ShownList {
  company: string;
  docType: number | null;
  from: string;
  to: string;
  rows: readonly ListedDocument[];
  all: number;
  number: number;
  of: number;
  changed: boolean;
}

export function listPage(base: string, shown: ShownList): Html {
  const { company, rows, all } = shown;
  return html`${companyStrip(company)}
    <h1>Documentos emitidos</h1>
    ${filterForm(base, shown)}
    ${
      rows.length === 0
        ? html`<p class="aviso" id="sin-emitidos">${emptyMarkers.issued}</p>`
        : html`${table(base, shown)}
            <p>Documentos: <b id="total-emitidos">${all}</b></p>
            ${turner(base, shown)}`
    }`;
}

function filterForm(base: string, { docType, from, to }: ShownList): Html {
  return html`<form name="filtro" method="get" action="${base}/facturador/emitidos">
    <select name="TIPO">
      <option value="">Todos</option>
      ${offeredTypes.map((one) =>
        one === docType
          ? html`<option value="${one}" selected>${issuedTypeName(one)}</option> `
          : html`<option value="${one}">${issuedTypeName(one)}</option> `,
      )}
    </select>
    Desde <input name="DESDE" value="${printedDay(from)}" size="10" /> Hasta
    <input name="HASTA" value="${printedDay(to)}" size="10" />
    <input type="submit" value="Buscar" />
  </form>`;
}

function table(base: string, { rows, changed }: ShownList): Html {
  return html`<table class="datos">
    <tr>
      <th>Receptor</th>
      <th>Razón Social</th>
      <th>Documento</th>
      <th>Folio</th>
      <th>Fecha</th>
      <th>${changed ? "Valor" : "Monto Total"}</th>
      <th>Estado</th>
      <th>Anulado por</th>
      <th>Ver</th>
    </tr>
    ${rows.map(
      ({ issued, annulledBy }) =>
        html`<tr>
          <td class="rut">${dottedRut(issued.rut)}</td>
          <td>${issued.name}</td>
          <td>${issuedTypeName(issued.docType)} (${issued.docType})</td>
          <td>${issued.folio}</td>
          <td>${printedDay(issued.day)}</td>
          <td class="monto">${dotted(issued.total)}</td>
          <td>${annulledBy ? "ANULADO" : "EMITIDO"}</td>
          <td>${annulledBy ? `${annulledBy.docType}-${annulledBy.folio}` : ""}</td>
          <td><a href="${base}/facturador/documento?codigo=${codeOf(issued)}">Ver</a></td>
        </tr> `,
    )}
  </table>`;
}

function turner(base: string, { docType, from, to, number, of }: ShownList): Html {
  const link = (page: number, text: string) => {
    const query = new URLSearchParams({
      TIPO: docType === null ? "" : String(docType),
      DESDE: printedDay(from),
      HASTA: printedDay(to),
      PAGINA: String(page),
    });
    return html`<a href="${base}/facturador/emitidos?${query.toString()}">${text}</a>`;
  };
  return html`<p>
    ${number > 1 ? link(number - 1, "Anterior") : ""} Página ${number} de ${of}
    ${number < of ? link(number + 1, "Siguiente") : ""}
  </p>`;
}

export function documentPage(base: string, company: string, one: ListedDocument): Html {
  const { issued, annulledBy } = one;
  return html`${companyStrip(company)}
    <h1>${issuedTypeName(issued.docType)} N° ${issued.folio}</h1>
    <p>
      Receptor <b id="receptor">${dottedRut(issued.rut)}</b> <b id="razon">${issued.name}</b> Fecha
      <b id="fecha">${printedDay(issued.day)}</b> Estado
      <b id="estado">${annulledBy ? "ANULADO" : "EMITIDO"}</b>
    </p>
    <p>
      Neto <b id="neto">${dotted(issued.net)}</b> Exento
      <b id="exento">${dotted(issued.exempt)}</b> IVA <b id="iva">${dotted(issued.vat)}</b> Total
      <b id="total">${dotted(issued.total)}</b>
    </p>
    ${issued.references.map(
      ({ docType, folio, code }) =>
        html`<p class="referencia" data-codigo="${code}">Referencia: ${docType} N° ${folio}</p>`,
    )}
    <p><a id="pdf" href="${base}/facturador/pdf?codigo=${codeOf(issued)}">Descargar PDF</a></p>
    <form name="anular" method="post" action="${base}/facturador/anular">
      <input type="hidden" name="ANU_TIPO" value="${issued.docType}" />
      <input type="hidden" name="ANU_FOLIO" value="${issued.folio}" />
      Motivo <input name="ANU_RAZON" value="" size="40" />
      <input type="submit" value="Anular documento" />
    </form>`;
}
