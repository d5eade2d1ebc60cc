import { html } from "hono/html";
import { santiagoDay } from "../../../generator/calendar.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import { dotted, emptyMarkers, printedDay, printedPeriod } from "../words.ts";
import type { FeeReceipt, Side } from "./receipt.ts";

export function searchPage(base: string, company: string, periods: readonly string[]): Html {
  return html`${companyStrip(company)}
    <h1>Boletas de honorarios electrónicas</h1>
    <form name="honorarios" method="get" action="${base}/honorarios/informe">
      <select name="lado">
        <option value="EMITIDAS">Boletas emitidas</option>
        <option value="RECIBIDAS">Boletas recibidas</option>
      </select>
      <select name="periodo">
        ${periods.map(
          (period) =>
            html`<option value="${period.replace("-", "")}">${printedPeriod(period)}</option> `,
        )}
      </select>
      <input type="submit" value="Consultar" />
    </form>`;
}

/** A representative may do much for a company, but not read its fee receipts. */
export function refusalPage(base: string): Html {
  return html`<h1>Boletas de honorarios electrónicas</h1>
    <p class="aviso" id="sin-acceso">
      Esta consulta sólo está disponible para el contribuyente autenticado con su propia Clave.
    </p>
    <p><a href="${base}/portada">Volver</a></p>`;
}

interface ShownFees {
  company: string;
  side: Side;
  period: string;
  receipts: readonly FeeReceipt[];
  all: number;
  number: number;
  of: number;
  changed: boolean;
}

export function reportPage(base: string, shown: ShownFees): Html {
  const { company, side, period, receipts, all } = shown;
  return html`${companyStrip(company)}
    <h1>Informe mensual de boletas ${side}</h1>
    <p>Período: <b id="periodo-consultado">${printedPeriod(period)}</b></p>
    ${
      receipts.length === 0
        ? html`<p class="aviso" id="sin-boletas">${emptyMarkers.fees}</p>`
        : html`${reportTable(shown)}
            <p>Boletas: <b id="total-boletas">${all}</b></p>
            ${turner(base, shown)}`
    }
    <p><a href="${base}/honorarios">Nueva consulta</a></p>`;
}

function reportTable({ side, receipts, changed }: ShownFees): Html {
  const issued = side === "emitidas";
  return html`<table class="datos">
    <tr>
      <th>N° Boleta</th>
      <th>Código de Barras</th>
      <th>Fecha</th>
      <th>Estado</th>
      <th>Fecha Anulación</th>
      <th>${issued ? "RUT Receptor" : "RUT Emisor"}</th>
      <th>${issued ? "Nombre Receptor" : "Nombre Emisor"}</th>
      <th>${changed ? "Total Servicios" : "Honorario Bruto"}</th>
      <th>Retención Emisor</th>
      <th>Retención Receptor</th>
      <th>Honorario Líquido</th>
    </tr>
    ${receipts.map(
      (receipt) =>
        html`<tr>
          <td>${receipt.folio}</td>
          <td>${receipt.barCode}</td>
          <td>${printedDay(receipt.day)}</td>
          <td>${receipt.annulledAt ? "ANULADA" : "VIGENTE"}</td>
          <td>${receipt.annulledAt ? printedDay(santiagoDay(receipt.annulledAt)) : ""}</td>
          <td class="rut">${dottedRut(receipt.rut)}</td>
          <td>${receipt.name}</td>
          <td class="monto">${dotted(receipt.gross)}</td>
          <td class="monto">${receipt.withheldBy === "issuer" ? dotted(receipt.withheld) : "0"}</td>
          <td class="monto">
            ${receipt.withheldBy === "receiver" ? dotted(receipt.withheld) : "0"}
          </td>
          <td class="monto">${dotted(receipt.gross - receipt.withheld)}</td>
        </tr> `,
    )}
  </table>`;
}

function turner(base: string, { side, period, number, of }: ShownFees): Html {
  const link = (to: number, text: string) => {
    const query = `lado=${side.toUpperCase()}&periodo=${period.replace("-", "")}&pagina=${to}`;
    return html`<a href="${base}/honorarios/informe?${query}">${text}</a>`;
  };
  return html`<p>
    ${number > 1 ? link(number - 1, "Anterior") : ""} Página ${number} de ${of}
    ${number < of ? link(number + 1, "Siguiente") : ""}
  </p>`;
}
