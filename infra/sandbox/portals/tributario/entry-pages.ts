import { html, raw } from "hono/html";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Html } from "./page.ts";

/** The form submits number and check digit separately; a script fills them from what was typed. */
const splitRut = `<script type="text/javascript">
function separar(f){var t=f.rutcntr.value.replace(/[^0-9kK]/g,'').toUpperCase();
f.rut.value=t.slice(0,-1);f.dv.value=t.slice(-1);return true}
</script>`;

export function loginPage(base: string, notice?: string): Html {
  return html`${raw(splitRut)}
    <h1>Autenticación de contribuyentes</h1>
    ${notice ? html`<p class="aviso" id="mensaje">${notice}</p>` : ""}
    <form
      name="autenticacion"
      method="post"
      action="${base}/ingreso"
      onsubmit="return separar(this)"
    >
      <input type="hidden" name="rut" value="" />
      <input type="hidden" name="dv" value="" />
      <p>
        <label for="rutcntr">RUT</label>
        <input id="rutcntr" name="rutcntr" size="14" maxlength="12" autocomplete="off" />
      </p>
      <p>
        <label for="clave">Clave</label>
        <input id="clave" name="clave" type="password" size="20" />
      </p>
      <p><input type="submit" id="ingresar" value="Ingresar" /></p>
    </form>`;
}

export function messagePage(base: string, title: string, text: string): Html {
  return html`<h1>${title}</h1>
    <p class="aviso" id="mensaje">${text}</p>
    <p><a href="${base}/ingreso">Ir al inicio</a></p>`;
}

export function companiesPage(base: string, companies: readonly string[]): Html {
  return html`<h1>Seleccione el contribuyente a consultar</h1>
    <form name="representado" method="post" action="${base}/empresas">
      <table class="datos">
        <tr>
          <th>&nbsp;</th>
          <th>RUT</th>
          <th>Razón Social</th>
        </tr>
        ${companies.map(
          (rut) =>
            html`<tr>
              <td><input type="radio" name="rut_emp" value="${rut}" /></td>
              <td>${dottedRut(rut)}</td>
              <td>${companyOf(rut).name}</td>
            </tr> `,
        )}
      </table>
      <p><input type="submit" value="Continuar" /></p>
    </form>`;
}

export function homePage(base: string, user: string, strip: Html | ""): Html {
  return html`${strip}
    <h1>Bienvenido</h1>
    <p>Sesión de <b id="usuario">${dottedRut(user)}</b></p>
    <ul>
      <li><a href="${base}/empresas">Cambiar de contribuyente</a></li>
      <li><a href="${base}/registro">Registro de Compras y Ventas</a></li>
      <li><a href="${base}/honorarios">Boletas de honorarios</a></li>
      <li><a href="${base}/carpeta">Carpeta tributaria</a></li>
      <li><a href="${base}/facturador">Sistema de facturación gratuito</a></li>
    </ul>`;
}
