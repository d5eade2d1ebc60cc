import { html } from "hono/html";
import type { LedgerMonth, LedgerRow } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";
import type { Html } from "../../bank/html-page.ts";
import { companyStrip } from "./page.ts";
import {
  accountType,
  currencyName,
  emptyMarker,
  money,
  printedDay,
  printedPeriod,
} from "./words.ts";

export function accountsPage(company: string, accounts: readonly Account[]): Html {
  const rows = accounts.map(
    (account) =>
      html`<tr>
        <td>${account.number}</td>
        <td>${accountType(account)}</td>
        <td>${currencyName(account.currency)}</td>
        <td>Vigente</td>
      </tr>`,
  );
  return html`<body>
    ${companyStrip(company)}
    <h1>Cuentas</h1>
    <table class="datos">
      <tr>
        <th>Cuenta</th>
        <th>Tipo</th>
        <th>Moneda</th>
        <th>Estado</th>
      </tr>
      ${rows}
    </table>
  </body>`;
}

interface ShownBalance {
  account: Account;
  book: number;
  available: number;
}

export function balancesPage(
  company: string,
  today: string,
  balances: readonly ShownBalance[],
  changed: boolean,
): Html {
  const rows = balances.map(
    ({ account, book, available }) =>
      html`<tr>
        <td>${account.number}</td>
        <td>${currencyName(account.currency)}</td>
        <td class="monto">${money(book, account.currency)}</td>
        <td class="monto">${money(available, account.currency)}</td>
      </tr>`,
  );
  return html`<body>
    ${companyStrip(company)}
    <h1>Saldos al ${printedDay(today)}</h1>
    <table class="datos">
      <tr>
        <th>Cuenta</th>
        <th>Moneda</th>
        <th>Saldo Contable</th>
        <th>${changed ? "Cupo Libre" : "Saldo Disponible"}</th>
      </tr>
      ${rows}
    </table>
  </body>`;
}

export function searchPage(
  base: string,
  company: string,
  accounts: readonly Account[],
  periods: readonly string[],
): Html {
  return html`<body>
    ${companyStrip(company)}
    <h1>Cartola de movimientos</h1>
    <form name="consulta" method="post" action="${base}/cartola">
      <label for="cuenta">Cuenta</label>
      <select id="cuenta" name="cuenta">
        ${accounts.map(
          (account, index) =>
            html`<option value="${index}">${accountType(account)} ${account.number}</option>`,
        )}
      </select>
      <label for="periodo">Período</label>
      <select id="periodo" name="periodo">
        ${periods.map(
          (period) =>
            html`<option value="${period.replace("-", "")}">${printedPeriod(period)}</option>`,
        )}
      </select>
      <input type="submit" value="Consultar" />
    </form>
  </body>`;
}

interface Sheet {
  account: Account;
  period: string;
  month: LedgerMonth;
  rows: readonly LedgerRow[];
  number: number;
  of: number;
  /** What "Siguiente" submits; absent on the last sheet. */
  mark?: string;
}

export function sheetPage(base: string, company: string, sheet: Sheet, changed: boolean): Html {
  const { account, period, month } = sheet;
  return html`<body>
    ${companyStrip(company)}
    <h1>Cartola de movimientos</h1>
    <table class="marco">
      <tr>
        <td>Cuenta: <b>${account.number}</b></td>
        <td>Moneda: <b>${currencyName(account.currency)}</b></td>
        <td>Período: <b>${printedPeriod(period)}</b></td>
        <td>Saldo inicial: <b>${money(month.opening, account.currency)}</b></td>
        <td>Saldo final: <b>${money(month.closing, account.currency)}</b></td>
      </tr>
    </table>
    ${sheet.rows.length === 0 ? html`<p class="aviso">${emptyMarker}</p>` : sheetTable(sheet, changed)}
    ${sheet.mark ? nextForm(base, sheet.mark) : ""}
    <p><a href="${base}/cartola">Nueva consulta</a></p>
  </body>`;
}

function sheetTable({ account, rows, number, of }: Sheet, changed: boolean): Html {
  const printed = (row: LedgerRow, direction: "out" | "in") =>
    row.direction === direction ? money(row.amount, account.currency) : "";
  return html`<table class="datos">
      <tr>
        <th>Fecha</th>
        <th>Sucursal</th>
        <th>Descripción</th>
        <th>N° Documento</th>
        <th>${changed ? "Giros" : "Cargo"}</th>
        <th>Abono</th>
        <th>Saldo</th>
      </tr>
      ${rows.map(
        (row) =>
          html`<tr>
            <td>${printedDay(row.day)}</td>
            <td>${row.branch ?? ""}</td>
            <td>${row.text}</td>
            <td>${row.document ?? ""}</td>
            <td class="monto">${printed(row, "out")}</td>
            <td class="monto">${printed(row, "in")}</td>
            <td class="monto">${money(row.balance, account.currency)}</td>
          </tr> `,
      )}
    </table>
    <p>Página ${number} de ${of}</p>`;
}

function nextForm(base: string, mark: string): Html {
  return html`<form name="siguiente" method="post" action="${base}/cartola/siguiente">
      <input type="hidden" name="marca" value="${mark}" />
    </form>
    <p><a href="#" onclick="document.forms['siguiente'].submit();return false">Siguiente</a></p>`;
}
