import { html, raw } from "hono/html";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import { latin1Html } from "../../system/latin1.ts";
import type { Ctx, Tributario } from "./session.ts";

export type Html = ReturnType<typeof html>;

const style = `body,table,input,select,textarea{font:13px Arial,sans-serif;color:#222}
body{margin:0;background:#f3f4f6}.cuerpo{max-width:1080px;margin:14px auto;padding:14px 18px;background:#fff}
.cabecera{background:#0a3a63;color:#fff;padding:8px 18px}.cabecera a{color:#cfe3f5;margin-left:14px}
h1{font-size:18px;color:#0a3a63}.contribuyente{background:#e8eef4;width:100%;margin-bottom:8px}
.datos{border-collapse:collapse;width:100%}.datos th{background:#dde6ee;text-align:left}
.datos td,.datos th{border:1px solid #c3ced8;padding:4px 6px}.monto{text-align:right}
.datos form,.secciones form{display:inline;margin:0 8px 0 0}.rut{white-space:nowrap}
.aviso{background:#fff4d6;border:1px solid #d9b74e;padding:8px}.secciones{margin:8px 0}
fieldset{border:1px solid #c3ced8;margin:8px 0}legend{color:#0a3a63}`;

/** Pages are written in ISO-8859-1, and so are the forms that a browser sends from them. */
export async function page(c: Ctx, portal: Tributario, title: string, body: Html) {
  portal.world.counters.add("pages");
  const { base } = portal.world;
  const text = await html`<html>
    <head>
      <meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1" />
      <title>Portal Tributario - ${title}</title>
      <style>
        ${raw(style)}
      </style>
    </head>
    <body>
      <div class="cabecera">
        Portal Tributario
        <a href="${base}/portada">Inicio</a> <a href="${base}/salir">Cerrar Sesión</a>
      </div>
      <div class="cuerpo">${body}</div>
    </body>
  </html>`;
  c.header("cache-control", "no-store");
  return c.body(latin1Html(String(text)), 200, { "content-type": "text/html; charset=ISO-8859-1" });
}

/** How this portal refuses: 200, with a script that shows a message. Nothing typed is in the text. */
export function alertPage(c: Ctx, portal: Tributario, messages: readonly string[], back: string) {
  const text = messages.join("\\n").replaceAll("'", "\\'");
  const target = `${portal.world.base}${back}`;
  return page(
    c,
    portal,
    "Mensaje",
    html`${raw(`<script type="text/javascript">alert('${text}');</script>`)}
      <p><a href="${target}">Volver</a></p>`,
  );
}

/** The header of every data page. A careful reader checks whose data it is. */
export function companyStrip(rut: string): Html {
  return html`<table class="contribuyente">
    <tr>
      <td>Contribuyente: <b>${companyOf(rut).name}</b></td>
      <td>RUT: <b>${dottedRut(rut)}</b></td>
    </tr>
  </table>`;
}
