import { movePeriod, periodOf } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { randomFor } from "../../../generator/random.ts";
import { dottedRut } from "../../../generator/rut.ts";
import { effectOf, sumOf } from "../../../generator/arithmetic.ts";
import { sumsOf } from "../fees/list-entries.ts";
import type { PdfPages } from "../../../system/pdf.ts";
import type { Operation } from "../registry/document.ts";
import type { Tributario } from "../session.ts";
import { dotted, printedPeriod } from "../words.ts";
import type { Folder } from "./folders.ts";

const monthsOfFees = 12;

/** A snapshot of the taxpayer, one part per page. */
export function folderContents(portal: Tributario, rut: string, folder: Folder): PdfPages {
  const { kind, parts, recipient } = folder.request;
  const today = portal.world.today();
  const before = (count: number) =>
    Array.from({ length: count }, (_, index) => movePeriod(periodOf(today), -index - 1));
  const head = [`RUT: ${dottedRut(rut)}  ${companyOf(rut).name}`, `Código: ${folder.code}`];
  const pages = [
    [
      "CARPETA TRIBUTARIA ELECTRÓNICA",
      kind.name,
      `Destinatario: ${recipient}`,
      ...taxpayer(portal, rut),
    ],
    ...(parts.properties ? [["PROPIEDADES Y BIENES RAÍCES", ...properties(rut)]] : []),
    ...(parts.vatPeriods > 0
      ? [
          [
            "DECLARACIONES DE IVA",
            ...before(parts.vatPeriods).map((one) => vatLine(portal, rut, one)),
          ],
        ]
      : []),
    ...(parts.fees
      ? [["BOLETAS DE HONORARIOS", ...before(monthsOfFees).map((one) => feeLine(portal, rut, one))]]
      : []),
    ...(parts.incomeYears > 0
      ? [["DECLARACIONES DE RENTA", ...incomeLines(rut, today, parts.incomeYears)]]
      : []),
  ];
  return pages.map((lines) => [...head, ...lines]);
}

function taxpayer({ invoicer }: Tributario, rut: string): string[] {
  const { activity, activities, addresses } = invoicer.issuers.profile(rut);
  return [
    `Giro: ${activity}`,
    ...activities.map(({ code, name }) => `Actividad: ${code} ${name}`),
    ...addresses.map(({ street, commune, city }) => `Domicilio: ${street}, ${commune}, ${city}`),
  ];
}

function properties(rut: string): string[] {
  const random = randomFor("tributario", rut, "properties");
  return Array.from(
    { length: random.between(1, 3) },
    () =>
      `Rol ${random.digits(4)}-${random.digits(2)}  Avalúo: ${dotted(random.between(20, 900) * 1_000_000)}`,
  );
}

function vatLine({ registry }: Tributario, rut: string, period: string): string {
  const vat = (operation: Operation) =>
    sumOf(registry.documents(rut, operation, period), (one) => one.vat * effectOf(one.docType));
  return `${printedPeriod(period)}  Débito: ${dotted(vat("venta"))}  Crédito: ${dotted(vat("compra"))}`;
}

function feeLine({ fees }: Tributario, rut: string, period: string): string {
  const issued = fees.receipts(rut, period).filter(({ side }) => side === "emitidas");
  const { honorarios, liquido } = sumsOf(issued, "emitidas");
  return `${printedPeriod(period)}  Honorarios: ${dotted(honorarios)}  Líquido: ${dotted(liquido)}`;
}

function incomeLines(rut: string, today: string, years: number): string[] {
  return Array.from({ length: years }, (_, index) => {
    const year = Number(today.slice(0, 4)) - index;
    const random = randomFor("tributario", rut, "income", year);
    return `Año tributario ${year}  Base imponible: ${dotted(random.between(5, 500) * 1_000_000)}`;
  });
}
