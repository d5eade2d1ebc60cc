import { html } from "hono/html";
import type { Context } from "hono";
import type { Bank } from "../../bank/bank.ts";
import { htmlPage, type Html } from "../../bank/html-page.ts";
import type { Inside } from "../../bank/inside.ts";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";

const style = `*{box-sizing:border-box}body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#1d2b26;background:#f4f7f5}
header{background:#0b5d45;color:#fff;padding:14px 28px;display:flex;gap:24px;align-items:center;flex-wrap:wrap}
header strong{font-size:18px}header a{color:#d6f3e6}main{max-width:1040px;margin:24px auto;background:#fff;padding:24px 28px;border-radius:8px}
h1{font-size:21px;margin:0 0 16px}table{border-collapse:collapse;width:100%;font-size:13.5px}
th{background:#e5f1ec;text-align:left}td,th{padding:6px 8px;border-bottom:1px solid #d9e5df}.num{text-align:right;white-space:nowrap}
.alerta{border-left:4px solid #c8891c;background:#fff7e8;padding:10px 14px}dl{display:grid;grid-template-columns:220px 1fr;margin:8px 0 20px}dd{margin:0}
.teclado{display:grid;grid-template-columns:repeat(5,54px);gap:8px;margin:10px 0}.teclado button{height:46px;font-size:18px}
input,select,button{font:inherit;padding:6px 10px}`;

export function page(
  c: Context<SandboxEnv>,
  { world }: Bank,
  title: string,
  body: Html | Promise<Html>,
): Response | Promise<Response> {
  return htmlPage(c, world, { title: `${title} | Empresas C`, style }, body);
}

/** A page behind the login: the header says whose data it is and lets the user change company. */
export function framed(base: string, visit: Inside, body: Html): Html {
  const { company, companies } = visit;
  return html`<header>
      <strong>Empresas C</strong>
      <span id="titular">${companyOf(company).name} · RUT ${dottedRut(company)}</span>
      <form method="post" action="${base}/empresa">
        <label for="empresa">Empresa</label>
        <select id="empresa" name="empresa">
          ${companies.map(
            (rut, index) =>
              html`<option value="${index + 1}" ${rut === company ? "selected" : ""}>
                ${dottedRut(rut)} ${companyOf(rut).name}
              </option>`,
          )}
        </select>
        <button>Cambiar</button>
      </form>
      <nav>
        <a href="${base}/saldos">Saldos</a> <a href="${base}/movimientos">Movimientos</a>
        <a href="${base}/cartolas">Cartolas</a> <a href="${base}/tarjetas">Tarjetas</a>
        <a href="${base}/salir">Salir</a>
      </nav>
    </header>
    <main>${body}</main>`;
}
