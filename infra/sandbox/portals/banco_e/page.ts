import { html } from "hono/html";
import type { Context } from "hono";
import type { Bank } from "../../bank/bank.ts";
import { htmlPage, type Html } from "../../bank/html-page.ts";
import { companyOf } from "../../generator/companies.ts";
import type { SandboxEnv } from "../../system/system.ts";

const style = `body{margin:0;font:14px/1.5 Georgia,serif;color:#2a1f3d;background:#fbf9fe}
.barra{background:#43207a;color:#fff;padding:12px 32px;display:flex;justify-content:space-between;align-items:center}
.barra a,.barra button{color:#fff;margin-right:18px}.barra button{background:none;border:1px solid #b59be0;padding:4px 12px;font:inherit}
.cuerpo{padding:24px 32px;max-width:1120px}.movs,.posicion{border-collapse:collapse;width:100%;font:13px Arial,sans-serif}
.movs th,.posicion th{border-bottom:2px solid #43207a;text-align:left;padding:5px 8px}.movs td,.posicion td{padding:4px 8px;border-bottom:1px solid #e4dbf2}
.der{text-align:right;white-space:nowrap}.mensaje{background:#efe6fb;padding:10px 14px;border-radius:4px}
.paginas{margin:14px 0;display:flex;gap:6px}.paginas [aria-current]{background:#43207a;color:#fff}input,select,button{font:inherit;padding:5px 9px}`;

export function page(c: Context<SandboxEnv>, { world }: Bank, title: string, body: Html) {
  const head = { title: `Banco E Empresas :: ${title}`, style, lang: "es-CL" };
  return htmlPage(c, world, head, body);
}

export function outside(body: Html): Html {
  return html`<div class="barra"><b>Banco E Empresas</b></div>
    <div class="cuerpo">${body}</div>`;
}

/** A page behind the login says whose data it is, as an attribute and as text. */
export function framed(base: string, company: string, body: Html): Html {
  return html`<div class="barra">
      <b>Banco E Empresas</b>
      <span data-rut="${company}">${companyOf(company).name} (${company})</span>
      <span>
        <a href="${base}/posicion">Posición</a>
        <a href="${base}/movimientos">Movimientos</a>
      </span>
      <form method="post" action="${base}/salir"><button>Cerrar sesión</button></form>
    </div>
    <div class="cuerpo">${body}</div>`;
}
