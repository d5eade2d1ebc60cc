import { html } from "hono/html";
import type { LedgerRow } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";
import type { FourBalances } from "./balances.ts";
import type { Html } from "../../bank/html-page.ts";
import { errorLabel, form } from "./page.ts";
import {
  accountType,
  balanceAmount,
  currencyName,
  dashedDay,
  movedAmount,
  postedText,
} from "./words.ts";

export const emptyMarker = "Sin información para los filtros indicados";

export function balancesPage(
  today: string,
  balances: readonly { account: Account; four: FourBalances }[],
  changed: boolean,
): Html {
  const rows = balances.map(({ account, four }) => {
    const cell = (amount: number) =>
      html`<td class="num">${balanceAmount(amount, account.currency)}</td>`;
    return html`<tr>
      <td>${account.number}</td>
      <td>${currencyName(account.currency)}</td>
      ${cell(four.book)} ${cell(four.available)} ${cell(four.nineAm)} ${cell(four.held)}
    </tr>`;
  });
  return html`<h2>Saldos</h2>
    <p>Fecha de consulta: <span id="lblFecha">${dashedDay(today)}</span></p>
    <table id="grdSaldos" class="grilla">
      <tr>
        <th>Cuenta</th>
        <th>Moneda</th>
        <th>Contable</th>
        <th>Disponible</th>
        <th>${changed ? "Saldo Apertura" : "Saldo 9 AM"}</th>
        <th>Retención</th>
      </tr>
      ${rows}
    </table>`;
}

interface Search {
  account: Account;
  from: string;
  to: string;
}

export function searchForm(
  base: string,
  view: string,
  accounts: readonly Account[],
  asked?: { cuenta: string; desde: string; hasta: string },
  error?: string,
): Html {
  const options = accounts.map(({ number, ...account }, index) => {
    const text = `${accountType({ number, ...account })} ${number}`;
    return asked?.cuenta === String(index + 1)
      ? html`<option value="${index + 1}" selected>${text}</option>`
      : html`<option value="${index + 1}">${text}</option>`;
  });
  const fields = html`<p>
    <label for="ddlCuenta">Cuenta</label>
    <select id="ddlCuenta" name="ddlCuenta">
      ${options}
    </select>
    <label for="txtDesde">Desde</label>
    <input id="txtDesde" name="txtDesde" size="10" value="${asked?.desde ?? ""}" />
    <label for="txtHasta">Hasta</label>
    <input id="txtHasta" name="txtHasta" size="10" value="${asked?.hasta ?? ""}" />
    <input type="submit" id="btnBuscar" name="btnBuscar" value="Buscar" />
    <small>dd-mm-aaaa, dentro de un mismo mes</small>
  </p>`;
  return html`<h2>Movimientos</h2>
    ${errorLabel(error)} ${form(`${base}/Movimientos.aspx`, view, fields)}`;
}

/** Nothing says whether rows are missing: the count is that of the rows shown. */
export function resultTable(
  { account, from, to }: Search,
  rows: readonly LedgerRow[],
  changed: boolean,
): Html {
  const { currency, number } = account;
  const printed = rows.map(
    (row) =>
      html`<tr>
        <td>${dashedDay(row.day)}</td>
        <td>${postedText(row)}</td>
        <td>${row.document ?? html`&nbsp;`}</td>
        <td>${row.text}</td>
        <td class="num">${movedAmount(row, currency)}</td>
        <td class="num">${balanceAmount(row.balance, currency)}</td>
      </tr> `,
  );
  const empty = html`<tr>
    <td colspan="6">${emptyMarker}</td>
  </tr>`;
  return html`<p>
      Cuenta <span id="lblCuenta">${number}</span> en
      <span id="lblMoneda">${currencyName(currency)}</span>, del
      <span id="lblDesde">${dashedDay(from)}</span> al <span id="lblHasta">${dashedDay(to)}</span>.
      Registros:
      <span id="lblRegistros">${rows.length}</span>
    </p>
    <table id="grdMovimientos" class="grilla">
      <tr>
        <th>Fecha</th>
        <th>Ingreso</th>
        <th>N° Documento</th>
        <th>Descripción</th>
        <th>${changed ? "Importe" : "Monto"}</th>
        <th>Saldo Contable</th>
      </tr>
      ${rows.length === 0 ? empty : printed}
    </table>
    <small>Los montos entre paréntesis son cargos.</small>`;
}
