import { santiagoDay } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { sumOf } from "../../../generator/arithmetic.ts";
import { dotted, printedDay } from "../words.ts";
import { documentLink } from "./issue-pages.ts";
import type { FeeReceiptNow, Side } from "./receipt.ts";

/** How the month's lists write a missing RUT. */
const noRut = ["0", "", "S/R"] as const;

export function printedRutOf({ rut, folio }: Pick<FeeReceiptNow, "rut" | "folio">) {
  const [number = "", digit = ""] = rut?.split("-") ?? [noRut[folio % noRut.length] ?? "", ""];
  return { number, digit };
}

interface ShownList {
  base: string;
  company: string;
  side: Side;
  changed: boolean;
}

/**
 * A row as its fields. S is annulled and N in force, even while an annulment is pending, which another field shows;
 * amounts have dots; received receipts do not say what their issuer pays.
 */
export function rowOf(receipt: FeeReceiptNow, { base, company, side, changed }: ShownList) {
  const other = side === "emitidas" ? "receptor" : "emisor";
  const { number, digit } = printedRutOf(receipt);
  const by = (holder: FeeReceiptNow["withheldBy"]) =>
    dotted(receipt.withheldBy === holder ? receipt.withheld : 0);
  const isPending = receipt.state === "pending" && receipt.annulment;
  return {
    nroboleta: receipt.folio,
    fecha: printedDay(receipt.day),
    estado: receipt.annulledAt ? "S" : "N",
    fechaanulacion: receipt.annulledAt ? printedDay(santiagoDay(receipt.annulledAt)) : "",
    fechasolicitud: isPending ? printedDay(santiagoDay(isPending.askedAt)) : "",
    [`rut${other}`]: number,
    [`dv${other}`]: digit,
    [`nombre${other}`]: receipt.name,
    sociedadprofesional: receipt.partnership ? "SI" : "NO",
    observada: receipt.observation ? "SI" : "NO",
    [changed ? "montobruto" : "totalhonorarios"]: dotted(receipt.gross),
    ...(side === "emitidas" ? { retencionemisor: by("issuer") } : {}),
    retencionreceptor: by("receiver"),
    honorariosliquidos: dotted(receipt.gross - receipt.withheld),
    usuario: companyOf(company).name,
    rutusuario: company,
    ver: `<a href="${documentLink(base, receipt)}" target="_blank">Ver</a>`,
  };
}

/** The sums of receipts in force; these have no dots. */
export function sumsOf(receipts: readonly FeeReceiptNow[], side: Side) {
  const inForce = receipts.filter(({ annulledAt }) => annulledAt === null);
  const withheld = (holder: FeeReceiptNow["withheldBy"]) =>
    sumOf(inForce, (one) => (one.withheldBy === holder ? one.withheld : 0));
  return {
    vigentes: inForce.length,
    anuladas: receipts.length - inForce.length,
    honorarios: sumOf(inForce, ({ gross }) => gross),
    ...(side === "emitidas" ? { retencionemisor: withheld("issuer") } : {}),
    retencionreceptor: withheld("receiver"),
    liquido: sumOf(inForce, ({ gross, withheld: taken }) => gross - taken),
  };
}
