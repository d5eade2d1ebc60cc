import { html } from "hono/html";
import { companyOf } from "../../../generator/companies.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { companyStrip, type Html } from "../page.ts";
import { professionalPartnership } from "../people.ts";
import { dotted, printedDay } from "../words.ts";
import { issuerAddresses } from "./addresses.ts";
import { regions } from "./communes.ts";
import { scriptForm, type FormPart } from "./form-script.ts";
import { lengths, linePlaces, type FeeDraft } from "./read-form.ts";
import type { FeeReceipt, Withholder } from "./receipt.ts";
import { assigned, script } from "./script.ts";

export function addressPage(base: string, company: string, addresses: number): Html {
  const options = issuerAddresses(company, addresses).map(
    ({ code, text }) => [code, text] as const,
  );
  return html`${companyStrip(company)}
    <h1>Emisión de boleta de honorarios electrónica</h1>
    <p>Seleccione el domicilio desde el que presta los servicios.</p>
    ${scriptForm({
      name: "domicilio",
      target: `${base}/honorarios/emitir/boleta`,
      parts: [{ kind: "list", name: "cod_domicilio", label: "Domicilio", options }],
      button: "Continuar",
    })}`;
}

interface ShownForm {
  company: string;
  address: string;
  today: string;
  changed: boolean;
}

export function receiptFormPage(base: string, shown: ShownForm): Html {
  const { company } = shown;
  return html`${companyStrip(company)}
    <h1>Datos de la boleta</h1>
    ${scriptForm({
      name: "boleta",
      target: `${base}/honorarios/emitir/confirmar`,
      parts: receiptParts(shown),
      button: "Confirmar boleta",
    })}`;
}

function receiptParts({ company, address, today, changed }: ShownForm): FormPart[] {
  const box = (name: string, label: string, length: number, value = ""): FormPart => ({
    kind: "box",
    name,
    label,
    length,
    value,
  });
  const [year = "", month = "", day = ""] = today.split("-");
  const isPartnership = company === professionalPartnership;
  return [
    { kind: "hidden", name: "cod_domicilio", value: address },
    { kind: "hidden", name: "ind_sociedad", value: isPartnership ? "S" : "N" },
    box("num_dia", "Día", 2, day),
    box("num_mes", "Mes", 2, month),
    box("num_anio", "Año", 4, year),
    box("txt_rut_dest", "RUT del destinatario", 8),
    box("txt_dv_dest", "Dígito verificador", 1),
    box(changed ? "txt_destinatario" : "txt_nombre_dest", "Nombre o razón social", lengths.name),
    box("txt_domicilio_dest", "Domicilio", lengths.address),
    {
      kind: "list",
      name: "cod_region",
      label: "Región",
      options: regions.map(({ code, name }) => [code, name] as const),
    },
    {
      kind: "list",
      name: "cod_comuna",
      label: "Comuna",
      options: regions.flatMap(({ communes }) =>
        communes.map(({ code, name }) => [code, name] as const),
      ),
    },
    ...linePlaces.flatMap((place) => [
      box(`txt_prestacion_${place}`, `Prestación ${place}`, lengths.line),
      box(`val_prestacion_${place}`, `Valor ${place}`, 9),
    ]),
    ...(isPartnership ? [] : [withholding]),
  ];
}

const withholding: FormPart = {
  kind: "list",
  name: "opt_retencion",
  label: "Retención",
  options: [
    ["1", "La efectúa el destinatario"],
    ["2", "La paga el emisor como pago provisional"],
  ],
};

interface ShownConfirmation {
  id: string;
  company: string;
  draft: FeeDraft;
  changed: boolean;
}

const withholderCodes: Record<Withholder, string> = { receiver: "1", issuer: "2", nobody: "0" };

/** Amounts have dots here, the rate a comma; a code says who withholds. */
export function confirmationPage(base: string, shown: ShownConfirmation): Html {
  const { id, company, draft, changed } = shown;
  const [number = "", digit = ""] = draft.rut.split("-");
  const data = [
    ["tipo_documento", "66"],
    ["rut_emisor", dottedRut(company)],
    ["nombre_emisor", companyOf(company).name],
    ["domicilio_emisor", draft.issuedFrom],
    ["fecha", printedDay(draft.day)],
    ["rut_destinatario", number],
    ["dv_destinatario", digit],
    ["nombre_destinatario", draft.name],
    ["domicilio_destinatario", draft.address],
    ...draft.lines.flatMap(({ text, amount }, index) => [
      [`prestacion_${index + 1}`, text] as const,
      [`valor_${index + 1}`, dotted(amount)] as const,
    ]),
    [changed ? "honorarios" : "total_honorarios", dotted(draft.gross)],
    ["porcentaje", draft.partnership ? "0" : printedRate(draft.rate)],
    ["retencion", dotted(draft.withheld)],
    ["liquido", dotted(draft.gross - draft.withheld)],
    ["retiene", withholderCodes[draft.withheldBy]],
  ] as const;
  return html`${companyStrip(company)}
    <h1>Confirmación de la boleta</h1>
    ${script("var boleta = {};", assigned("boleta", data))}
    <pre id="resumen"></pre>
    ${script(
      `var texto = '', campo;
for (campo in boleta) texto += campo + ': ' + boleta[campo] + '\\n';
document.getElementById('resumen').appendChild(document.createTextNode(texto));`,
    )}
    ${scriptForm({
      name: "confirmacion",
      target: `${base}/honorarios/emitir/aceptar`,
      parts: [{ kind: "hidden", name: "num_confirmacion", value: id }],
      button: "Emitir boleta",
    })}`;
}

/** `1525` → `15,25` */
export function printedRate(points: number): string {
  return `${Math.floor(points / 100)},${String(points % 100).padStart(2, "0")}`;
}

/** Only the link has the bar code. */
export function issuedPage(base: string, company: string, receipt: FeeReceipt): Html {
  return html`${companyStrip(company)}
    <h1>Boleta de honorarios emitida</h1>
    <p>
      Se ha emitido la boleta de honorarios electrónica (66) N° <b id="numero">${receipt.folio}</b>
      a ${receipt.name}.
    </p>
    <p><a href="${documentLink(base, receipt)}">Ver boleta</a></p>`;
}

export function documentLink(base: string, { barCode }: Pick<FeeReceipt, "barCode">): string {
  return `${base}/honorarios/documento?origen=PORTAL&txt_codigobarras=${barCode}`;
}

/** The changed layout: the receipt is issued, but its number is not shown. */
export function receivedPage(company: string): Html {
  return html`${companyStrip(company)}
    <h1>Boleta recibida</h1>
    <p>Su boleta se encuentra en proceso.</p>`;
}
