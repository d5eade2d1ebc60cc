import { html } from "hono/html";
import type { CardMovement } from "./cards.ts";
import { periodOptions } from "./data-pages.ts";
import type { Html } from "../../bank/html-page.ts";
import type { Card } from "./purchases.ts";
import { emptyMarkers, money, printedDay } from "./words.ts";

interface CardSearch {
  cards: readonly Card[];
  periods: readonly string[];
  /** The query: without a period, what is not billed yet. */
  asked?: { card: Card; period: string | undefined; rows: readonly CardMovement[] };
}

export function cardsPage(base: string, search: CardSearch, changed: boolean): Html {
  const { cards, periods, asked } = search;
  return html`<h1>Tarjetas de crédito</h1>
    <form id="consulta" method="get" action="${base}/tarjetas">
      <label for="tarjeta">Tarjeta</label>
      <select id="tarjeta" name="tarjeta">
        ${cards.map(
          (card) =>
            html`<option
              value="${card.position}"
              ${card.position === asked?.card.position ? "selected" : ""}
            >
              ****${card.last} (${card.holder})
            </option>`,
        )}
      </select>
      <label for="estado">Estado</label>
      <select id="estado" name="estado">
        <option value="N">No facturados</option>
        <option value="F" ${asked?.period ? "selected" : ""}>Facturados</option>
      </select>
      ${periodOptions(periods, asked?.period)}
      <button type="submit">Consultar</button>
    </form>
    ${asked ? cardTable(asked.rows, changed) : ""}`;
}

function cardTable(rows: readonly CardMovement[], changed: boolean): Html {
  if (rows.length === 0) return html`<p class="alerta">${emptyMarkers.cards}</p>`;
  return html`<table class="datos">
    <tr>
      <th>Fecha</th>
      <th>Descripción</th>
      <th>Comercio</th>
      <th>Cuota</th>
      <th>${changed ? "Valor" : "Monto"}</th>
      <th>Monto total</th>
    </tr>
    ${rows.toReversed().map(
      (row) =>
        html`<tr>
          <td>${printedDay(row.day)}</td>
          <td>${row.text}</td>
          <td>${row.merchant ?? ""}</td>
          <td>${row.instalment ?? ""}</td>
          <td class="num">${money(row.direction === "in" ? -row.amount : row.amount, "CLP")}</td>
          <td class="num">${row.total === null ? "" : money(row.total, "CLP")}</td>
        </tr>`,
    )}
  </table>`;
}
