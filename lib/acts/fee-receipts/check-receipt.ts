import {
  addMonths,
  lastDay,
  parseFecha,
  periodoOfDay,
  retencionHonorarios,
  type Fecha,
} from "#lib/chile/index.ts";
import type { FeeReceiptRequest } from "#lib/contract/index.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import type { FeeReceiptAsked } from "./fee-request.ts";

/** From this number on a RUT belongs to a company, which withholds from what it receives. */
const firstCompany = 50_000_000;
const monthsEitherWay = 3;

export interface CheckedReceipt {
  /** In the form that the portal accepts. */
  request: FeeReceiptRequest;
  bruto: number;
  retencion: number;
  liquido: number;
}

/** The rules of a receipt that need no portal, and the amounts that follow from the law. */
export function checkReceipt(
  asked: FeeReceiptAsked,
  { issuerRut, today }: { issuerRut: string | null; today: Fecha },
): CheckedReceipt {
  const { receptor, fecha, lineas, domicilioEmisor = null } = asked;
  const { rut, nombre, domicilio, comuna } = receptor;
  const issues: Issue[] = [];
  if (rut === issuerRut) {
    const message = "A receipt is not issued to oneself";
    issues.push({ path: ["receptor", "rut"], code: "not_allowed", message });
  }
  const [first, last] = [-monthsEitherWay, monthsEitherWay].map((months) =>
    sameDayIn(today, months),
  );
  if (first === undefined || last === undefined || fecha < first || fecha > last) {
    const message = `The date is from ${first} to ${last}`;
    issues.push({ path: ["fecha"], code: "not_allowed", message });
  }
  if (asked.retencion === "receptor" && !isCompany(rut)) {
    const message = "Only a company withholds what it receives";
    issues.push({ path: ["retencion"], code: "not_allowed", message });
  }
  if (issues.length > 0) throw validationError(issues);
  const bruto = lineas.reduce((sum, { monto }) => sum + monto, 0);
  const { retencion, liquido } = retencionHonorarios(bruto, fecha);
  return {
    request: {
      receptor: { rut, nombre, domicilio, comuna },
      fecha,
      lineas,
      retiene: withholder(asked),
      domicilioEmisor,
    },
    bruto,
    retencion,
    liquido,
  };
}

function withholder({ retencion, receptor }: FeeReceiptAsked): "receptor" | "emisor" {
  if (retencion !== "auto") return retencion;
  return isCompany(receptor.rut) ? "receptor" : "emisor";
}

function isCompany(rut: string): boolean {
  return Number(rut.split("-")[0]) >= firstCompany;
}

/** The same day of another month, or its last day if it has no such day. */
function sameDayIn(day: Fecha, months: number): Fecha {
  const month = addMonths(periodoOfDay(day), months);
  return parseFecha(`${month}-${day.slice(8)}`) ?? lastDay(month);
}
