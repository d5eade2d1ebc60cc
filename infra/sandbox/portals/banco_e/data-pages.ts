import { html, raw } from "hono/html";
import type { Account } from "../../generator/accounts.ts";
import type { Balance } from "./ledger.ts";
import type { Html } from "../../bank/html-page.ts";
import { accountType, balance, notInformed, printedDay, printedPeriod } from "./words.ts";

export function positionPage(today: string, balances: readonly Balance[], changed: boolean): Html {
  const optional = (pesos: number | null) => (pesos === null ? notInformed : balance(pesos));
  return html`<h2>Posición al ${printedDay(today)}</h2>
    <table class="posicion">
      <thead>
        <tr>
          <th>Cuenta</th>
          <th>Producto</th>
          <th>Saldo contable</th>
          <th>${changed ? "Saldo utilizable" : "Saldo disponible"}</th>
          <th>Retenciones</th>
          <th>Línea de crédito</th>
        </tr>
      </thead>
      <tbody>
        ${balances.map(
          ({ account, book, available, held, creditLine }) =>
            html`<tr>
              <td>${account.number}</td>
              <td>${accountType(account)}</td>
              <td class="der">${balance(book)}</td>
              <td class="der">${balance(available)}</td>
              <td class="der">${optional(held)}</td>
              <td class="der">${optional(creditLine)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** The table is shown empty before its rows are loaded: only the marker says that there are none. */
function loadScript(base: string): string {
  return `
const formulario = document.getElementById("consulta"), resultado = document.getElementById("resultado");
const cargar = async (pagina) => {
  resultado.setAttribute("aria-busy", "true");
  resultado.innerHTML = '<table class="movs"><thead><tr><th>Cargando</th></tr></thead><tbody></tbody></table>';
  const datos = new URLSearchParams(new FormData(formulario));
  datos.set("pagina", pagina);
  const respuesta = await fetch("${base}/movimientos/tabla?" + datos);
  resultado.innerHTML = await respuesta.text();
  resultado.setAttribute("aria-busy", "false");
};
formulario.addEventListener("submit", (evento) => { evento.preventDefault(); cargar(1); });
resultado.addEventListener("click", ({ target }) => { if (target.dataset.pagina) cargar(target.dataset.pagina); });`;
}

export function searchPage(
  base: string,
  accounts: readonly Account[],
  periods: readonly string[],
): Html {
  return html`<h2>Movimientos de cuenta</h2>
    <form id="consulta">
      <label>
        Cuenta
        <select name="cuenta">
          ${accounts.map(
            (account) =>
              html`<option value="${account.number}">
                ${account.number} ${accountType(account)}
              </option>`,
          )}
        </select>
      </label>
      <label>
        Mes
        <select name="mes">
          ${periods.map(
            (period) => html`<option value="${period}">${printedPeriod(period)}</option>`,
          )}
        </select>
      </label>
      <button>Ver movimientos</button>
    </form>
    <div id="resultado" aria-live="polite"></div>
    <script>
      ${raw(loadScript(base))};
    </script>`;
}
