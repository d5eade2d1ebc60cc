import { html } from "hono/html";
import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import type { OfferedType } from "../people.ts";
import { issuedTypeName } from "../words.ts";
import type { Profile } from "./issuers.ts";

export function noInvoicerPage(base: string): Html {
  return html`<h1>Sistema de facturación gratuito</h1>
    <p class="aviso" id="sin-facturador">
      Usted no se encuentra habilitado en el sistema de facturación gratuito.
    </p>
    <p><a href="${base}/portada">Volver</a></p>`;
}

export function choicePage(base: string, companies: readonly string[]): Html {
  const form = html`<form name="empresa" method="post" action="${base}/facturador/empresa">
    <select name="RUT_EMP">
      ${companies.map(
        (rut) => html`<option value="${rut}">${dottedRut(rut)} ${companyOf(rut).name}</option> `,
      )}
    </select>
    <input type="submit" value="Enviar" />
  </form>`;
  return html`<h1>Seleccione la empresa con que desea operar</h1>
    ${
      companies.length > 0
        ? form
        : html`<p class="aviso" id="sin-empresas">
            No registra empresas inscritas en el sistema de facturación gratuito.
          </p>`
    }`;
}

export function menuPage(base: string, company: string, types: readonly OfferedType[]): Html {
  const isReceipt = (docType: OfferedType) => docType === 39 || docType === 41;
  return html`${companyStrip(company)}
    <h1>Emisión de documentos</h1>
    <ul id="tipos">
      ${types.map(
        (docType) =>
          html`<li>
            <a
              data-tipo="${docType}"
              href="${base}/facturador/${isReceipt(docType) ? "boleta" : "formulario"}?tipo=${docType}"
              >${issuedTypeName(docType)}</a
            >
          </li> `,
      )}
    </ul>
    <ul>
      <li><a href="${base}/facturador/emitidos">Documentos emitidos</a></li>
      <li><a href="${base}/facturador/emisor">Datos del emisor</a></li>
      <li><a href="${base}/facturador/empresa">Cambiar de empresa</a></li>
    </ul>`;
}

export function issuerPage(company: string, profile: Profile): Html {
  const { activity, activities, addresses, revision } = profile;
  return html`${companyStrip(company)}
    <h1>Datos del emisor</h1>
    <p>Giro: <b id="giro">${activity}</b> Versión: <b id="revision">${revision}</b></p>
    <ul id="actividades">
      ${activities.map(({ code, name }) => html`<li data-codigo="${code}">${name}</li> `)}
    </ul>
    <ul id="direcciones">
      ${addresses.map(
        ({ street, commune, city }, index) =>
          html`<li data-sucursal="${index}" data-comuna="${commune}" data-ciudad="${city}">
            ${street}
          </li> `,
      )}
    </ul>`;
}
