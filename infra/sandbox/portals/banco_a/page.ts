import { html } from "hono/html";
import type { Context } from "hono";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Html } from "../../bank/html-page.ts";
import { latin1Html } from "../../system/latin1.ts";
import type { SandboxEnv } from "../../system/system.ts";
import type { BancoA } from "./session.ts";

const style = `body,table,input,select{font:12px Verdana,sans-serif;color:#223}body{margin:12px}
h1{font-size:16px;color:#14466b}.marco{background:#eef3f7;width:100%}
.datos{border-collapse:collapse;width:100%}.datos th{background:#14466b;color:#fff;text-align:left}
.datos td,.datos th{border:1px solid #b9c6d2;padding:3px 6px}.monto{text-align:right}
.aviso{background:#fff6d8;border:1px solid #d8b84a;padding:8px}`;

export async function page(
  c: Context<SandboxEnv>,
  portal: BancoA,
  title: string,
  body: Html,
): Promise<Response> {
  portal.world.counters.add("pages");
  const text = await html`<html>
    <head>
      <meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1" />
      <title>Banca Empresas A - ${title}</title>
      <style>
        ${style}
      </style>
    </head>
    ${body}
  </html>`;
  // Browsers must not cache it: a page shown twice is requested twice.
  c.header("cache-control", "no-store");
  return c.body(latin1Html(String(text)), 200, {
    "content-type": "text/html; charset=ISO-8859-1",
  });
}

/** The header of every data page. A careful reader checks whose data it is. */
export function companyStrip(rut: string): Html {
  return html`<table class="marco">
    <tr>
      <td>Empresa: <b>${companyOf(rut).name}</b></td>
      <td>RUT: <b>${dottedRut(rut)}</b></td>
    </tr>
  </table>`;
}
