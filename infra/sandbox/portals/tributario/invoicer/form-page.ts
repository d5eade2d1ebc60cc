import { html } from "hono/html";
import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import { issuedTypeName } from "../words.ts";
import type { Profile } from "./issuers.ts";
import { referenceNumbers } from "./read-form.ts";
import { lineNumbers, twoDigits } from "./read-lines.ts";

interface ShownForm {
  docType: number;
  company: string;
  profile: Profile;
  token: string;
  today: string;
  /** Whether the receiver's name currently has another field. */
  changed: boolean;
}

export function formPage(base: string, shown: ShownForm): Html {
  const { docType, company, token } = shown;
  return html`${companyStrip(company)}
    <h1>${issuedTypeName(docType)}</h1>
    <form name="formulario" method="post" action="${base}/facturador/vista-previa">
      <input type="hidden" name="TPO_DOC" value="${docType}" />
      <input type="hidden" name="FRM_TOKEN" value="${token}" />
      ${issuerFields(shown)} ${dayFields(shown)} ${receiverFields(shown)}
      <fieldset>
        <legend>Detalle</legend>
        <table class="datos">
          <tr>
            <th>Producto o servicio</th>
            <th>Descripción</th>
            <th>Cantidad</th>
            <th>Unidad</th>
            <th>Precio unitario</th>
            <th>% Dcto.</th>
            <th>Exento</th>
          </tr>
          ${lineNumbers.map(lineRow)}
        </table>
      </fieldset>
      <fieldset>
        <legend>Referencias</legend>
        ${referenceNumbers.map(referenceRow)}
      </fieldset>
      <p><input type="submit" name="VALIDAR" value="Validar y visualizar" /></p>
    </form>`;
}

function field(name: string, label: string, value = "", size = 30): Html {
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" size="${size}" /> `;
}

function issuerFields({ company, profile }: ShownForm): Html {
  return html`<fieldset>
    <legend>Emisor</legend>
    <p>
      RUT <b>${dottedRut(company)}</b> Razón Social <b>${companyOf(company).name}</b> Giro
      <b id="giro-emisor">${profile.activity}</b>
    </p>
    <input type="hidden" name="EMI_REVISION" value="${profile.revision}" />
    <label for="EMI_ACTECO">Actividad económica</label>
    <select id="EMI_ACTECO" name="EMI_ACTECO">
      ${profile.activities.map(
        ({ code, name }) => html`<option value="${code}">${code} ${name}</option> `,
      )}
    </select>
    <label for="EMI_SUCURSAL">Dirección</label>
    <select id="EMI_SUCURSAL" name="EMI_SUCURSAL">
      ${profile.addresses.map(
        ({ street, commune, city }, index) =>
          html`<option
            value="${index}"
            data-direccion="${street}"
            data-comuna="${commune}"
            data-ciudad="${city}"
          >
            ${street}, ${commune}, ${city}
          </option> `,
      )}
    </select>
  </fieldset>`;
}

function dayFields({ docType, today }: ShownForm): Html {
  const [year = "", month = "", day = ""] = today.split("-");
  const choice = (name: string, from: number, to: number, chosen: string) =>
    html`<select name="${name}">
      ${Array.from({ length: to - from + 1 }, (_, index) => twoDigits(from + index)).map((text) =>
        text === chosen
          ? html`<option value="${text}" selected>${text}</option> `
          : html`<option value="${text}">${text}</option> `,
      )}
    </select>`;
  return html`<fieldset>
    <legend>Emisión</legend>
    Fecha ${choice("FCH_DIA", 1, 31, day)} ${choice("FCH_MES", 1, 12, month)}
    ${choice("FCH_ANO", Number(year) - 1, Number(year), year)}
    <label for="FMA_PAGO">Forma de pago</label>
    <select id="FMA_PAGO" name="FMA_PAGO">
      <option value="1">Contado</option>
      <option value="2">Crédito</option>
      <option value="3">Sin costo</option>
    </select>
    ${docType === 52 ? transferField() : ""}
  </fieldset>`;
}

function transferField(): Html {
  return html`<label for="TPO_TRASLADO">Tipo de traslado</label>
    <select id="TPO_TRASLADO" name="TPO_TRASLADO">
      <option value=""></option>
      <option value="1">Operación constituye venta</option>
      <option value="2">Venta por efectuar</option>
      <option value="5">Traslado interno</option>
      <option value="6">Otros traslados no venta</option>
    </select>`;
}

function receiverFields({ changed }: ShownForm): Html {
  return html`<fieldset>
    <legend>Receptor</legend>
    ${field("REC_RUT", "RUT", "", 14)}
    ${field(changed ? "REC_NOMBRE_LEGAL" : "REC_RAZON", "Razón Social")}
    ${field("REC_GIRO", "Giro")} ${field("REC_DIRECCION", "Dirección")}
    ${field("REC_COMUNA", "Comuna", "", 20)} ${field("REC_CIUDAD", "Ciudad", "", 20)}
    ${field("REC_CONTACTO", "Contacto")}
  </fieldset>`;
}

function lineRow(number: number): Html {
  const input = (name: string, size: number) =>
    html`<td><input name="DET_${name}_${twoDigits(number)}" value="" size="${size}" /></td>`;
  return html`<tr>
    ${input("NOMBRE", 26)} ${input("DESC", 26)} ${input("CANT", 6)} ${input("UNID", 4)}
    ${input("PRECIO", 10)} ${input("DCTO", 4)}
    <td><input type="checkbox" name="DET_EXENTO_${twoDigits(number)}" value="1" /></td>
  </tr> `;
}

function referenceRow(number: number): Html {
  return html`<p>
    ${field(`REF_TIPO_${number}`, "Tipo", "", 4)} ${field(`REF_FOLIO_${number}`, "Folio", "", 12)}
    ${field(`REF_FECHA_${number}`, "Fecha (DD/MM/AAAA)", "", 10)}
    <select name="REF_COD_${number}">
      <option value=""></option>
      <option value="1">Anula documento</option>
      <option value="2">Corrige texto</option>
      <option value="3">Corrige monto</option>
    </select>
    ${field(`REF_RAZON_${number}`, "Razón")}
  </p> `;
}
