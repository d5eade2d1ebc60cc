import { html } from "hono/html";
import type { Account } from "../../generator/accounts.ts";
import type { Balance } from "./balances.ts";
import type { Html } from "../../bank/html-page.ts";
import { accountType, formPeriod, money, printedDay, printedPeriod } from "./words.ts";

export function balancesPage(today: string, balances: readonly Balance[], changed: boolean): Html {
  return html`<h1>Saldos al ${printedDay(today)}</h1>
    ${balances.map(
      ({ account, book, available, creditLine }) =>
        html`<section class="cuenta">
          <h2>${accountType(account)} N° ${account.number}</h2>
          <dl>
            <dt>Moneda</dt>
            <dd>${account.currency}</dd>
            <dt>Saldo contable</dt>
            <dd>${money(book, account.currency)}</dd>
            <dt>${changed ? "Monto girable" : "Saldo disponible"}</dt>
            <dd>${money(available, account.currency)}</dd>
            <dt>Línea de crédito disponible</dt>
            <dd>${money(creditLine, account.currency)}</dd>
          </dl>
        </section> `,
    )}`;
}

export function accountOptions(accounts: readonly Account[], chosen?: Account): Html {
  return html`<label for="cuenta">Cuenta</label>
    <select id="cuenta" name="cuenta">
      ${accounts.map(
        (account) =>
          html`<option
            value="${account.position}"
            ${account.number === chosen?.number ? "selected" : ""}
          >
            ${accountType(account)} N° ${account.number} (${account.currency})
          </option>`,
      )}
    </select>`;
}

export function periodOptions(periods: readonly string[], chosen?: string): Html {
  return html`<label for="mes">Mes</label>
    <select id="mes" name="mes">
      ${periods.map(
        (period) =>
          html`<option value="${formPeriod(period)}" ${period === chosen ? "selected" : ""}>
            ${printedPeriod(period)}
          </option>`,
      )}
    </select>`;
}

export function downloadPage(
  base: string,
  accounts: readonly Account[],
  periods: readonly string[],
): Html {
  return html`<h1>Movimientos</h1>
    <p>Los movimientos se entregan en un archivo CSV.</p>
    <form id="descarga" method="post" action="${base}/movimientos/descarga">
      ${accountOptions(accounts)} ${periodOptions(periods)}
      <button type="submit">Descargar CSV</button>
    </form>`;
}
