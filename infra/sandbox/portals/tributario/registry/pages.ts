import { html } from "hono/html";
import { companyStrip, type Html } from "../page.ts";
import { dotted, emptyMarkers, printedPeriod, registryTypeName } from "../words.ts";
import { sections, type Operation, type Section } from "./document.ts";
import { footOf, type SummaryLine } from "./summary.ts";

export function searchPage(base: string, company: string, periods: readonly string[]): Html {
  return html`${companyStrip(company)}
    <h1>Registro de Compras y Ventas</h1>
    <form name="consulta" method="post" action="${base}/registro/resumen">
      <label for="periodo">Período</label>
      <select id="periodo" name="periodo">
        ${periods.map(
          (period) =>
            html`<option value="${period.replace("-", "")}">${printedPeriod(period)}</option> `,
        )}
      </select>
      <label for="operacion">Operación</label>
      <select id="operacion" name="operacion">
        <option value="COMPRA">Compra</option>
        <option value="VENTA">Venta</option>
      </select>
      <input type="hidden" name="seccion" value="REGISTRO" />
      <input type="submit" value="Consultar" />
    </form>`;
}

interface ShownSummary {
  company: string;
  operation: Operation;
  section: Section | null;
  period: string;
  lines: readonly SummaryLine[];
  changed: boolean;
}

const sectionNames: Record<Section, string> = {
  REGISTRO: "Registro",
  PENDIENTE: "Pendientes",
  NO_INCLUIR: "No Incluir",
  RECLAMADO: "Reclamados",
};

export function summaryPage(base: string, shown: ShownSummary): Html {
  const { company, operation, section, period, lines } = shown;
  return html`${companyStrip(company)}
    <h1>Resumen del Registro de ${operation === "compra" ? "Compras" : "Ventas"}</h1>
    <p>
      Período: <b id="periodo-consultado">${printedPeriod(period)}</b>
      ${section ? html`Sección: <b id="seccion-consultada">${sectionNames[section]}</b>` : ""}
    </p>
    ${section ? sectionForms(base, shown) : ""}
    ${
      lines.length === 0
        ? html`<p class="aviso" id="sin-documentos">${emptyMarkers.registry}</p>`
        : summaryTable(base, shown)
    }
    <p><a href="${base}/registro">Nueva consulta</a></p>`;
}

function sectionForms(base: string, { period }: ShownSummary): Html {
  return html`<div class="secciones">
    ${sections.map(
      (section) =>
        html`<form class="seccion" method="post" action="${base}/registro/resumen">
          ${target("compra", section, period)}
          <input type="submit" value="${sectionNames[section]}" />
        </form> `,
    )}
  </div>`;
}

function target(operation: Operation, section: Section | null, period: string): Html {
  return html`<input type="hidden" name="periodo" value="${period.replace("-", "")}" />
    <input type="hidden" name="operacion" value="${operation.toUpperCase()}" />
    <input type="hidden" name="seccion" value="${section ?? ""}" />`;
}

function summaryTable(base: string, shown: ShownSummary): Html {
  const { operation, section, period, lines, changed } = shown;
  const isPurchase = operation === "compra";
  const foot = footOf(lines);
  const amounts = (line: Omit<SummaryLine, "docType" | "detailed">) => {
    const more = isPurchase ? [line.commonVat, line.lostVat] : [];
    return [line.documents, line.exempt, line.net, line.vat, ...more, line.total].map(
      (amount) => html`<td class="monto">${dotted(amount)}</td>`,
    );
  };
  return html`<table class="datos">
    <tr>
      <th>Tipo Documento</th>
      <th>Total Documentos</th>
      <th>Monto Exento</th>
      <th>${changed ? "Monto Afecto" : "Monto Neto"}</th>
      <th>${isPurchase ? "IVA Recuperable" : "Monto IVA"}</th>
      ${
        isPurchase
          ? html`<th>IVA Uso Común</th>
              <th>IVA No Recuperable</th>`
          : ""
      }
      <th>Monto Total</th>
      <th>Detalle</th>
    </tr>
    ${lines.map(
      (line) =>
        html`<tr>
          <td>${registryTypeName(line.docType)}</td>
          ${amounts(line)}
          <td>
            ${line.detailed ? downloadForm(base, line.docType, target(operation, section, period)) : "Sólo resumen"}
          </td>
        </tr> `,
    )}
    <tr class="total">
      <td>Total</td>
      ${amounts(foot)}
      <td></td>
    </tr>
  </table>`;
}

function downloadForm(base: string, docType: number, hidden: Html): Html {
  return html`<form class="detalle" method="post" action="${base}/registro/detalle">
    ${hidden}<input type="hidden" name="tipo" value="${docType}" />
    <input type="submit" value="Descargar" />
  </form>`;
}
