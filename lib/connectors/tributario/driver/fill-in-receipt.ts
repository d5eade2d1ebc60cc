import { unknownShape } from "#lib/contract/bank/index.ts";
import type {
  FeeIssue,
  FeeReceiptRequest,
  FeeRefused,
  PreviewedReceipt,
} from "#lib/contract/index.ts";
import { parseFeeConfirmation } from "../parse/fee-confirmation.ts";
import { receiptRefusal } from "./fee-alerts.ts";
import type { PortalPages } from "./portal-pages.ts";
import type { FormChoice, PrintedForm } from "./read-form.ts";
import { openForm, sendForm, type ShownPage } from "./shown-pages.ts";

interface ReceiptPage {
  previewed: PreviewedReceipt | FeeRefused;
  /** The form that would issue it; null when it was refused. */
  confirmation: PrintedForm | null;
}

/** Address, receipt, confirmation: a script builds each form. Nothing is issued yet. */
export async function fillInReceipt(
  pages: PortalPages,
  request: FeeReceiptRequest,
): Promise<ReceiptPage> {
  const addresses = await openForm(pages, "/honorarios/emitir", "domicilio");
  const listed = addresses.form?.choices["cod_domicilio"] ?? [];
  const [first] = listed;
  if (first === undefined) return refusedBy(addresses);
  const { domicilioEmisor } = request;
  const code = domicilioEmisor ?? addresses.form?.fields["cod_domicilio"] ?? first.value;
  if (!listed.some(({ value }) => value === code)) {
    return refused([{ path: ["domicilioEmisor"], code: "invalid_choice" }]);
  }
  const receipt = await sendForm(pages, {
    form: "domicilio",
    typed: { cod_domicilio: code },
    next: "boleta",
  });
  if (receipt.form === null) return refusedBy(receipt);
  const typed = filledIn(receipt.form, request);
  if (typed === null) return refused([{ path: ["receptor", "comuna"], code: "invalid_choice" }]);
  const confirmation = await sendForm(pages, { form: "boleta", typed, next: "confirmacion" });
  if (confirmation.form === null) return refusedBy(confirmation);
  const previewed = parseFeeConfirmation(confirmation.html, request);
  const domicilios = listed.map(({ value, text }) => ({ codigo: value, texto: text }));
  return { previewed: { ...previewed, domicilios }, confirmation: confirmation.form };
}

function refused(issues: FeeIssue[]): ReceiptPage {
  return { previewed: { kind: "refused", issues }, confirmation: null };
}

function refusedBy({ html }: ShownPage): ReceiptPage {
  const issues = receiptRefusal(html);
  if (issues === null) throw unknownShape("neither the next form nor a refusal");
  return refused(issues);
}

/** Filled in as a person would; null when the portal does not know the commune. */
function filledIn(
  { fields, choices }: PrintedForm,
  { receptor, fecha, lineas, retiene }: FeeReceiptRequest,
): Record<string, string> | null {
  const commune = named(choices["cod_comuna"], receptor.comuna);
  if (commune === undefined) return null;
  // The lists do not say which region a commune belongs to: its code begins with the region's.
  const [region, ...others] = (choices["cod_region"] ?? []).filter(({ value }) =>
    commune.value.startsWith(value),
  );
  if (region === undefined || others.length > 0) throw unknownShape("a commune of no region");
  const [number = "", digit = ""] = receptor.rut.split("-");
  const [year = "", month = "", day = ""] = fecha.split("-");
  // A professional partnership is not asked about a retention.
  const withholds = "opt_retencion" in fields;
  if (!withholds && fields["ind_sociedad"] !== "S") throw unknownShape("no word on the retention");
  return {
    num_dia: day,
    num_mes: month,
    num_anio: year,
    txt_rut_dest: number,
    txt_dv_dest: digit,
    txt_nombre_dest: receptor.nombre,
    txt_domicilio_dest: receptor.domicilio,
    cod_region: region.value,
    cod_comuna: commune.value,
    ...Object.fromEntries(
      lineas.flatMap(({ descripcion, monto }, index) => [
        [`txt_prestacion_${index + 1}`, descripcion],
        [`val_prestacion_${index + 1}`, String(monto)],
      ]),
    ),
    ...(withholds && { opt_retencion: retiene === "receptor" ? "1" : "2" }),
  };
}

function named(choices: readonly FormChoice[] = [], name: string): FormChoice | undefined {
  return choices.find(({ text }) => plain(text) === plain(name));
}

/** Without accents and capitals, which differ from list to list. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();
}
