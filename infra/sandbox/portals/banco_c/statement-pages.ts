import { html } from "hono/html";
import type { Account } from "../../generator/accounts.ts";
import { accountOptions, periodOptions } from "./data-pages.ts";
import type { Html } from "../../bank/html-page.ts";
import type { Statement } from "./statements.ts";
import { emptyMarkers, formPeriod, money, printedDay } from "./words.ts";

interface StatementSearch {
  accounts: readonly Account[];
  periods: readonly string[];
  /** The query; absent before the first search. */
  asked?: { account: Account; period: string; found: readonly Statement[] };
}

export function statementsPage(base: string, { accounts, periods, asked }: StatementSearch): Html {
  return html`<h1>Cartolas</h1>
    <form id="busqueda" method="get" action="${base}/cartolas">
      ${accountOptions(accounts, asked?.account)} ${periodOptions(periods, asked?.period)}
      <button type="submit">Buscar</button>
    </form>
    ${asked ? statementList(base, asked.found) : ""}`;
}

function statementList(base: string, found: readonly Statement[]): Html {
  if (found.length === 0) return html`<p class="alerta">${emptyMarkers.statements}</p>`;
  return html`<table class="datos">
    <tr>
      <th>N° Cartola</th>
      <th>Desde</th>
      <th>Hasta</th>
      <th>Emisión</th>
      <th></th>
    </tr>
    ${found.map(
      ({ account, number, period, from, to, issued }) =>
        html`<tr>
          <td>${number}</td>
          <td>${printedDay(from)}</td>
          <td>${printedDay(to)}</td>
          <td>${printedDay(issued)}</td>
          <td>
            <a href="${base}/cartolas/${account.position}/${formPeriod(period)}">Ver cartola</a>
          </td>
        </tr>`,
    )}
  </table>`;
}

export function statementPage(base: string, statement: Statement, changed: boolean): Html {
  const { account, number, from, to, issued, opening, closing, credits, debits, count } = statement;
  const printed = (smallest: number) => money(smallest, account.currency);
  return html`<article id="cartola">
      <h1>Cartola N° ${number}</h1>
      <dl>
        <dt>Cuenta</dt>
        <dd>${account.number}</dd>
        <dt>Moneda</dt>
        <dd>${account.currency}</dd>
        <dt>Desde</dt>
        <dd>${printedDay(from)}</dd>
        <dt>Hasta</dt>
        <dd>${printedDay(to)}</dd>
        <dt>Fecha de emisión</dt>
        <dd>${printedDay(issued)}</dd>
        <dt>Saldo inicial</dt>
        <dd>${printed(opening)}</dd>
        <dt>Total abonos</dt>
        <dd>${printed(credits)}</dd>
        <dt>Total cargos</dt>
        <dd>${printed(debits)}</dd>
        <dt>${changed ? "Saldo al cierre" : "Saldo final"}</dt>
        <dd>${printed(closing)}</dd>
        <dt>N° de movimientos</dt>
        <dd>${count}</dd>
      </dl>
    </article>
    <p><a href="${base}/cartolas">Volver</a></p>`;
}
