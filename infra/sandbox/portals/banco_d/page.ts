import { html } from "hono/html";
import type { Context } from "hono";
import type { Bank } from "../../bank/bank.ts";
import { htmlPage, type Html } from "../../bank/html-page.ts";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { SandboxEnv } from "../../system/system.ts";

const style = `body{font:13px Tahoma,Arial,sans-serif;margin:0;color:#1d2b1f}#cab{background:#0b5d3b;
color:#fff;padding:8px 16px}#cpo{padding:12px 16px}#cab a{color:#cfe8da;margin-right:14px}
.grilla{border-collapse:collapse}.grilla td,.grilla th{border:1px solid #b7cbbf;padding:2px 8px}
.grilla th{background:#dcebe2}.num{text-align:right}.error{color:#a11}`;

export function page(c: Context<SandboxEnv>, { world }: Bank, title: string, body: Html) {
  return htmlPage(c, world, { title: `${title} | Empresas en Línea D`, style }, body);
}

/** The frame of every page behind the login, which says whose data it is. */
export function framed(base: string, company: string, content: Html): Html {
  return html`<div id="cab">
      <span id="lblEmpresa">${companyOf(company).name}</span> ·
      <span id="lblRutEmpresa">${dottedRut(company)}</span>
      <div>
        <a href="${base}/Inicio.aspx">Inicio</a><a href="${base}/Saldos.aspx">Saldos</a
        ><a href="${base}/Movimientos.aspx">Movimientos</a
        ><a id="lnkSalir" href="${base}/Salir.aspx">Salir</a>
      </div>
    </div>
    <div id="cpo">${content}</div>`;
}

/** A form submitted to its own page, with the state that the page was shown with. */
export function form(action: string, view: string, content: Html): Html {
  return html`<form id="frmPrincipal" method="post" action="${action}">
    <input type="hidden" name="__VISTA" value="${view}" />
    ${content}
  </form>`;
}

/** The submitted fields. A missing field is undefined. */
export async function sentForm(c: Context<SandboxEnv>): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

export function errorLabel(text: string | undefined): Html | string {
  return text ? html`<p><span id="lblError" class="error">${text}</span></p>` : "";
}
