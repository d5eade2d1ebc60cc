import type { RegistryDocument, Section } from "./document.ts";
import { otherTaxCells, printed, type Column } from "./csv.ts";

const tobacco: readonly Column[] = [
  ["Tabacos Puros", () => ""],
  ["Tabacos Cigarrillos", () => ""],
  ["Tabacos Elaborados", () => ""],
];

/** Which dates a section has. */
function datesOf(section: Section): readonly Column[] {
  switch (section) {
    case "PENDIENTE":
      return [];
    case "RECLAMADO":
      return [["Fecha Reclamo", ({ claimedDay }) => printed(claimedDay)]];
    case "REGISTRO":
    case "NO_INCLUIR":
      return [["Fecha Acuse", ({ acceptedDay }) => printed(acceptedDay)]];
  }
}

export function purchaseColumns(section: Section): readonly Column[] {
  return [
    ["Nro", (_, number) => String(number)],
    ["Tipo Doc", ({ docType }) => String(docType)],
    ["Tipo Compra", ({ kind }) => kind],
    ["RUT Proveedor", ({ rut }) => rut],
    ["Razon Social", ({ name }) => name],
    ["Folio", ({ folio }) => String(folio)],
    ["Fecha Docto", ({ day }) => printed(day)],
    ["Fecha Recepcion", ({ receivedDay }) => printed(receivedDay)],
    ...datesOf(section),
    ["Monto Exento", ({ exempt }) => String(exempt)],
    ["Monto Neto", ({ net }) => String(net)],
    ["Monto IVA Recuperable", ({ vat }) => String(vat)],
    ["Monto Iva No Recuperable", ({ lostVat }) => amountOrNothing(lostVat)],
    ["Codigo IVA No Rec.", ({ lostVatCode }) => String(lostVatCode ?? "")],
    ["Monto Total", ({ total }) => String(total)],
    ["Monto Neto Activo Fijo", ({ fixedAssetNet }) => amountOrNothing(fixedAssetNet)],
    ["IVA Activo Fijo", ({ fixedAssetVat }) => amountOrNothing(fixedAssetVat)],
    ["IVA uso Comun", ({ commonVat }) => amountOrNothing(commonVat)],
    ["Impto. Sin Derecho a Credito", () => ""],
    ["IVA No Retenido", () => "0"],
    ...(section === "NO_INCLUIR" ? [] : tobacco),
    ["NCE o NDE sobre Fact. de Compra", (document) => (isNote(document) ? "0" : "")],
    ["Codigo Otro Impuesto", otherTaxCells.code],
    ["Valor Otro Impuesto", otherTaxCells.amount],
    ["Tasa Otro Impuesto", otherTaxCells.rate],
  ];
}

function amountOrNothing(amount: number): string {
  return amount === 0 ? "" : String(amount);
}

function isNote({ docType }: RegistryDocument): boolean {
  return docType === 56 || docType === 61;
}
