import { html } from "hono/html";
import type { Account } from "../../generator/accounts.ts";
import type { PrintedRow } from "./ledger.ts";
import type { Html } from "../../bank/html-page.ts";
import { balance, dotted, emptyId, printedDay, printedPeriod, signedAmount } from "./words.ts";

const rowsPerPage = 100;
const neighbours = 2;

interface AskedPage {
  account: Account;
  period: string;
  number: number;
  /** The rows of the whole month, oldest first; the table prints the newest first. */
  rows: readonly PrintedRow[];
  changed: boolean;
}

/** Part of a page: the rows of one page of a month, or the marker that there are none. */
export function movementsTable({ account, period, number, rows, changed }: AskedPage): Html {
  if (rows.length === 0) {
    return html`<div id="${emptyId}" role="status">
      La cuenta ${account.number} no registra movimientos en ${printedPeriod(period)}.
    </div>`;
  }
  const pages = Math.ceil(rows.length / rowsPerPage);
  const current = Math.min(Math.max(1, number), pages);
  const from = (current - 1) * rowsPerPage;
  const shown = rows.toReversed().slice(from, from + rowsPerPage);
  return html`<p class="resumen">
      Cuenta ${account.number}, ${printedPeriod(period)}: ${from + 1} a ${from + shown.length} de
      ${dotted(rows.length)} movimientos
    </p>
    <table class="movs">
      <thead>
        <tr>
          <th>Fecha</th>
          <th>F. Contable</th>
          <th>Descripción</th>
          <th>Oficina</th>
          <th>N° Doc.</th>
          <th>${changed ? "Importe" : "Monto"}</th>
          <th>C/A</th>
          <th>Saldo</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(tableRow)}
      </tbody>
    </table>
    ${pages > 1 ? pageButtons(current, pages) : ""}`;
}

function tableRow({ row, posted, balance: left }: PrintedRow): Html {
  return html`<tr>
    <td>${printedDay(row.day)}</td>
    <td>${posted ? printedDay(posted) : ""}</td>
    <td>${row.text}</td>
    <td>${row.branch ?? ""}</td>
    <td>${row.document ?? ""}</td>
    <td class="der">${signedAmount(row.amount, row.direction)}</td>
    <td>${row.direction === "out" ? "C" : "A"}</td>
    <td class="der">${left === null ? "" : balance(left)}</td>
  </tr> `;
}

/** Not every page has a button: only the first, the last and those around the current one. */
function pageButtons(current: number, pages: number): Html {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - current) <= neighbours,
  );
  return html`<nav class="paginas" aria-label="Páginas">
    ${numbers.map(
      (number, index) =>
        html`${number - (numbers[index - 1] ?? 0) > 1 ? html`<span>…</span>` : ""}
          <button
            type="button"
            data-pagina="${number}"
            ${number === current ? html`aria-current="page"` : ""}
          >
            ${number}
          </button>`,
    )}
  </nav>`;
}
