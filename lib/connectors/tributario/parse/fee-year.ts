import { unknownShape } from "#lib/contract/bank/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import type { Boleta } from "../store.ts";
import { assignedIn } from "./page-script.ts";

interface Asked {
  lado: Boleta["lado"];
  periodo: Periodo;
}

/** Whether the year's summary of the month matches the totals of these rows. */
export function provesMonth(
  html: string,
  { lado, periodo }: Asked,
  rows: readonly Boleta[],
): boolean {
  const told = assignedIn(html, "mes");
  const month = Number(periodo.slice(5));
  const sums = Object.entries(sumsOf(rows, lado)).map(([field, sum]) => {
    const text = told.get(`${field}_${month}`) ?? "";
    // These sums have no dots, unlike the amounts of the rows.
    if (!/^\d{1,15}$/.test(text)) throw unknownShape("a summary with other fields");
    return Number(text) === sum;
  });
  return !sums.includes(false);
}

/** Amounts cover receipts in force; annulled ones are only counted. */
function sumsOf(rows: readonly Boleta[], lado: Boleta["lado"]): Record<string, number> {
  const inForce = rows.filter(({ estado }) => estado !== "ANULADA");
  const folios = rows.map(({ folio }) => folio);
  const sum = (amount: (row: Boleta) => number) =>
    inForce.reduce((total, row) => total + amount(row), 0);
  return {
    folioinicial: folios.length > 0 ? Math.min(...folios) : 0,
    foliofinal: folios.length > 0 ? Math.max(...folios) : 0,
    vigentes: inForce.length,
    anuladas: rows.length - inForce.length,
    honorarios: sum(({ bruto }) => bruto),
    ...(lado === "emitidas" && { retencionemisor: sum((row) => row.retencionEmisor ?? 0) }),
    retencionreceptor: sum((row) => row.retencionReceptor),
    liquido: sum((row) => row.liquido),
  };
}
