import { html } from "hono/html";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import type { Html } from "../../bank/html-page.ts";
import { errorLabel, form } from "./page.ts";

export function loginPage(base: string, view: string, error?: string): Html {
  const fields = html`<p>
      <label for="txtRut">RUT</label>
      <input id="txtRut" name="txtRut" size="10" autocomplete="off" /> -
      <input id="txtDv" name="txtDv" size="1" maxlength="1" aria-label="Dígito verificador" />
    </p>
    <p>
      <label for="txtClave">Clave de acceso</label>
      <input id="txtClave" name="txtClave" type="password" size="12" />
    </p>
    <p><input type="submit" id="btnIngresar" name="btnIngresar" value="Ingresar" /></p>`;
  return html`<div id="cab">Empresas en Línea D</div>
    <div id="cpo">${errorLabel(error)} ${form(`${base}/Ingreso.aspx`, view, fields)}</div>`;
}

export function companiesPage(base: string, view: string, companies: readonly string[]): Html {
  const fields = html`<p>
      <label for="ddlEmpresa">Empresa</label>
      <select id="ddlEmpresa" name="ddlEmpresa">
        ${companies.map(
          (rut, index) =>
            html`<option value="${index}">${companyOf(rut).name} - ${dottedRut(rut)}</option>`,
        )}
      </select>
    </p>
    <p><input type="submit" id="btnContinuar" name="btnContinuar" value="Continuar" /></p>`;
  return html`<div id="cab"><a id="lnkSalir" href="${base}/Salir.aspx">Salir</a></div>
    <div id="cpo">
      <h2>Seleccione empresa</h2>
      ${form(`${base}/Empresas.aspx`, view, fields)}
    </div>`;
}

export function farewellPage(base: string): Html {
  return html`<div id="cpo">
    <p id="lblSalida">Ha salido de Empresas en Línea D.</p>
    <p><a href="${base}/Ingreso.aspx">Ingresar nuevamente</a></p>
  </div>`;
}

/** The front page of the bank's other portal, which shares nothing with this one. */
export function otherPortalPage(base: string): Html {
  return html`<div style="background:#2b1b3d;color:#f3e9ff;padding:40px">
    <h1>Banca Patrimonio D</h1>
    <p>Le damos la bienvenida a la nueva experiencia de inversiones y empresas familiares.</p>
    <p><a style="color:#fff" href="${base}/Salir.aspx">Cerrar</a></p>
  </div>`;
}
