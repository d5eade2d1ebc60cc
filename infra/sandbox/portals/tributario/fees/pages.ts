import { html } from "hono/html";
import { companyStrip, type Html } from "../page.ts";
import { emptyMarkers, printedPeriod } from "../words.ts";
import { rowOf, sumsOf } from "./list-entries.ts";
import type { FeeReceiptNow, Side } from "./receipt.ts";
import { assigned, rowEntries, script } from "./script.ts";

export function menuPage(
  base: string,
  company: string,
  offered: { periods: readonly string[]; years: readonly string[] },
): Html {
  const side = html`<select name="lado">
    <option value="EMITIDAS">Boletas emitidas</option>
    <option value="RECIBIDAS">Boletas recibidas</option>
  </select>`;
  return html`${companyStrip(company)}
    <h1>Boletas de honorarios electrónicas</h1>
    <form name="mensual" method="get" action="${base}/honorarios/informe">
      ${side}
      <select name="periodo">
        ${offered.periods.map(
          (period) =>
            html`<option value="${period.replace("-", "")}">${printedPeriod(period)}</option> `,
        )}
      </select>
      <input type="submit" value="Informe mensual" />
    </form>
    <form name="anual" method="get" action="${base}/honorarios/anual">
      ${side}
      <select name="anio">
        ${offered.years.map((year) => html`<option value="${year}">${year}</option> `)}
      </select>
      <input type="submit" value="Informe anual" />
    </form>
    <ul>
      <li><a href="${base}/honorarios/emitir">Emitir boleta</a></li>
      <li><a href="${base}/honorarios/anular">Anular boleta emitida</a></li>
    </ul>`;
}

/** Draws the assigned data; a row's link is HTML already. */
const drawing = `
function dibujar(campos, cuantos) {
  var tabla = document.createElement('table'), i, j, celda, renglon;
  tabla.className = 'datos';
  renglon = tabla.insertRow(-1);
  for (j = 0; j < campos.length; j++) {
    celda = document.createElement('th');
    celda.appendChild(document.createTextNode(campos[j]));
    renglon.appendChild(celda);
  }
  for (i = 1; i <= cuantos; i++) {
    renglon = tabla.insertRow(-1);
    for (j = 0; j < campos.length; j++) {
      celda = renglon.insertCell(-1);
      if (campos[j] == 'ver') celda.innerHTML = fila['ver_' + i];
      else celda.appendChild(document.createTextNode(fila[campos[j] + '_' + i]));
    }
  }
  document.getElementById('informe').appendChild(tabla);
}`;

interface ShownReport {
  company: string;
  side: Side;
  period: string;
  receipts: readonly FeeReceiptNow[];
  all: readonly FeeReceiptNow[];
  asked: number;
  changed: boolean;
}

/** The flag for further pages is always set. */
export function reportPage(base: string, shown: ShownReport): Html {
  const { company, side, period, receipts, all, asked } = shown;
  const rows = receipts.map((receipt) => rowOf(receipt, { base, ...shown }));
  const sums = Object.entries(sumsOf(all, side)).map(
    ([name, sum]) => [`suma_${name}`, sum] as const,
  );
  const about = [
    ["periodo", printedPeriod(period)],
    ["lado", side.toUpperCase()],
    ["pagina", asked],
    ["cantidad", all.length],
    ["hay_mas", "S"],
    ...sums,
  ] as const;
  const fields = Object.keys(rows[0] ?? {}).map((name) => `'${name}'`);
  return html`${companyStrip(company)}
    <h1>Informe mensual de boletas ${side}</h1>
    <p>Período: <b id="periodo-consultado">${printedPeriod(period)}</b></p>
    ${script("var dato = {}, fila = {};", assigned("dato", about), assigned("fila", rowEntries(rows)))}
    ${
      all.length === 0
        ? html`<p class="aviso" id="sin-boletas">${emptyMarkers.fees}</p>`
        : html`<div id="informe"></div>
            ${script(drawing, `dibujar([${fields.join(", ")}], ${rows.length});`)}`
    }
    <p>
      <a href="${pageLink(base, shown, Math.max(0, asked - 1))}">Anterior</a>
      <a href="${pageLink(base, shown, asked + 1)}">Siguiente</a>
      <a href="${base}/honorarios">Nueva consulta</a>
    </p>`;
}

function pageLink(base: string, { side, period }: ShownReport, page: number): string {
  const query = `lado=${side.toUpperCase()}&periodo=${period.replace("-", "")}&pagina=${page}`;
  return `${base}/honorarios/informe?${query}`;
}

interface ShownYear {
  company: string;
  side: Side;
  year: string;
  months: readonly { month: number; receipts: readonly FeeReceiptNow[] }[];
  /** The summary has more figures than the rows. */
  differs: boolean;
}

/** Twelve months, each with its folios and sums, keyed by month number. */
export function yearPage(base: string, { company, side, year, months, differs }: ShownYear): Html {
  const entries = months.flatMap(({ month, receipts }) => {
    const folios = receipts.map(({ folio }) => folio);
    const sums = sumsOf(receipts, side);
    const more = differs && receipts.length > 0 ? 1000 : 0;
    const shown = {
      folioinicial: folios.length > 0 ? Math.min(...folios) : 0,
      foliofinal: folios.length > 0 ? Math.max(...folios) : 0,
      ...sums,
      honorarios: sums.honorarios + more,
      liquido: sums.liquido + more,
    };
    return Object.entries(shown).map(([name, value]) => [`${name}_${month}`, value] as const);
  });
  return html`${companyStrip(company)}
    <h1>Informe anual de boletas ${side}</h1>
    <p>Año: <b id="anio-consultado">${year}</b></p>
    ${script("var mes = {};", assigned("mes", entries))}
    <pre id="anual"></pre>
    ${script(
      `var texto = '', campo;
for (campo in mes) texto += campo + ': ' + mes[campo] + '\\n';
document.getElementById('anual').appendChild(document.createTextNode(texto));`,
    )}
    <p><a href="${base}/honorarios">Nueva consulta</a></p>`;
}
