import { html } from "hono/html";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Html } from "../../bank/html-page.ts";

export function loginPage(base: string, notice?: string): Html {
  return html`<body>
    <h1>Banca Empresas A</h1>
    ${notice ? html`<p class="aviso">${notice}</p>` : ""}
    <form name="ingreso" method="post" action="${base}/ingreso" target="_top">
      <table>
        <tr>
          <td><label for="rut">RUT</label></td>
          <td><input id="rut" name="rut" size="14" maxlength="12" autocomplete="off" /></td>
        </tr>
        <tr>
          <td><label for="clave">Clave</label></td>
          <td><input id="clave" name="clave" type="password" size="14" /></td>
        </tr>
        <tr>
          <td></td>
          <td><input type="submit" value="Ingresar" /></td>
        </tr>
      </table>
    </form>
  </body>`;
}

export function noticePage(base: string, title: string, text: string): Html {
  return html`<body>
    <h1>${title}</h1>
    <p class="aviso">${text}</p>
    <p><a href="${base}/ingreso" target="_top">Volver al inicio</a></p>
  </body>`;
}

export function companiesPage(base: string, companies: readonly string[]): Html {
  const rows = companies.map(
    (rut, index) =>
      html`<tr>
        <td>${companyOf(rut).name}</td>
        <td>${dottedRut(rut)}</td>
        <td>
          <form method="post" action="${base}/empresas">
            <input type="hidden" name="indice" value="${index}" />
            <input type="submit" value="Seleccionar" />
          </form>
        </td>
      </tr>`,
  );
  return html`<body>
    <h1>Seleccione la empresa a operar</h1>
    <table class="datos">
      <tr>
        <th>Razón Social</th>
        <th>RUT</th>
        <th>&nbsp;</th>
      </tr>
      ${rows}
    </table>
    <p><a href="${base}/salir">Cerrar sesión</a></p>
  </body>`;
}

export function framesPage(base: string): Html {
  return html`<frameset cols="190,*" border="0">
<frame name="menu" src="${base}/menu"><frame name="contenido" src="${base}/bienvenida">
</frameset>`;
}

export function menuPage(base: string): Html {
  return html`<body>
    <h1>Menú</h1>
    <p><a href="${base}/cuentas" target="contenido">Cuentas</a></p>
    <p><a href="${base}/saldos" target="contenido">Saldos</a></p>
    <p><a href="${base}/cartola" target="contenido">Cartola de movimientos</a></p>
    <p><a href="${base}/salir" target="_top">Cerrar sesión</a></p>
  </body>`;
}
