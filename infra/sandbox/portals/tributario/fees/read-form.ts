import { dayOf, daysIn, isDay, movePeriod, periodOf } from "../../../generator/calendar.ts";
import { readRut } from "../../../generator/rut.ts";
import { sumOf } from "../../../generator/arithmetic.ts";
import { tidy, type Form } from "../invoicer/read-lines.ts";
import { professionalPartnership } from "../people.ts";
import { feeAlerts } from "./alerts.ts";
import { issuerAddresses } from "./addresses.ts";
import { monthsAhead } from "./book.ts";
import { communeOf } from "./communes.ts";
import {
  isCompany,
  retentionOf,
  retentionRate,
  type FeeLine,
  type FeeReceipt,
  type Withholder,
} from "./receipt.ts";

/** A receipt as the portal understood it, without what issuing adds. */
export type FeeDraft = Omit<FeeReceipt, "folio" | "barCode" | "at" | "by"> & { rut: string };

interface FeeReading {
  draft: FeeDraft;
  /** Why the portal refuses it; empty if it accepts. */
  wrong: string[];
}

interface Issuing {
  company: string;
  addresses: number;
  today: string;
}

export const linePlaces = [1, 2, 3, 4] as const;
export const lengths = { name: 60, address: 50, line: 60 } as const;

/** What the portal makes of a form: trimmed, in capitals, cut to length, and summed. */
export function readFeeForm(form: Form, issuing: Issuing): FeeReading {
  const { company, today } = issuing;
  const wrong: string[] = [];
  const from = issuerAddresses(company, issuing.addresses).find(
    ({ code }) => code === form["cod_domicilio"],
  );
  if (!from) wrong.push(feeAlerts.address);
  const rut = readReceiver(form, company, wrong);
  const name = tidy(form["txt_nombre_dest"], lengths.name);
  const street = tidy(form["txt_domicilio_dest"], lengths.address);
  const commune = communeOf(form["cod_region"] ?? "", form["cod_comuna"] ?? "");
  if (name === "") wrong.push(feeAlerts.receiverName);
  if (street === "") wrong.push(feeAlerts.receiverAddress);
  if (!commune) wrong.push(feeAlerts.receiverCommune);
  const day = readFeeDay(form, today, wrong);
  const lines = readFeeLines(form, wrong);
  const partnership = company === professionalPartnership;
  const withheldBy = partnership ? "nobody" : readWithholder(form, rut, wrong);
  const gross = sumOf(lines, ({ amount }) => amount);
  const rate = retentionRate(day);
  const draft: FeeDraft = {
    side: "emitidas",
    day,
    rut,
    name,
    address: `${street}, ${tidy(commune?.name)}`,
    issuedFrom: from?.text ?? "",
    lines,
    gross,
    rate,
    withheld: partnership ? 0 : retentionOf(gross, rate),
    withheldBy,
    partnership,
    annulledAt: null,
  };
  return { draft, wrong };
}

function readReceiver(form: Form, company: string, wrong: string[]): string {
  const rut = readRut(`${form["txt_rut_dest"] ?? ""}-${form["txt_dv_dest"] ?? ""}`);
  if (!rut) wrong.push(feeAlerts.receiverRut);
  if (rut === company) wrong.push(feeAlerts.receiverIsIssuer);
  return rut ?? "";
}

/** Three months either way: to the same day of that month, or its last. */
function readFeeDay(form: Form, today: string, wrong: string[]): string {
  const two = (name: string) => (form[name] ?? "").padStart(2, "0");
  const day = `${form["num_anio"] ?? ""}-${two("num_mes")}-${two("num_dia")}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isDay(day)) wrong.push(feeAlerts.day);
  const inMonths = (months: number) => {
    const period = movePeriod(periodOf(today), months);
    return dayOf(period, Math.min(Number(today.slice(8)), daysIn(period)));
  };
  if (day < inMonths(-monthsAhead) || day > inMonths(monthsAhead)) wrong.push(feeAlerts.dayOutside);
  return day;
}

function readFeeLines(form: Form, wrong: string[]): FeeLine[] {
  const lines = linePlaces.flatMap((place) => {
    const text = tidy(form[`txt_prestacion_${place}`], lengths.line);
    const typed = (form[`val_prestacion_${place}`] ?? "").trim();
    if (text === "" && typed === "") return [];
    const isAmount = /^[1-9]\d{0,8}$/.test(typed);
    if (text === "" || !isAmount) wrong.push(feeAlerts.line(place));
    return [{ text, amount: isAmount ? Number(typed) : 0 }];
  });
  if (lines.length === 0) wrong.push(feeAlerts.noLines);
  return lines;
}

/** 1 is the receiver, which must be a company; 2 is the issuer. */
function readWithholder(form: Form, rut: string, wrong: string[]): Withholder {
  const chosen = form["opt_retencion"];
  if (chosen !== "1" && chosen !== "2") wrong.push(feeAlerts.withholder);
  if (chosen === "1" && rut !== "" && !isCompany(rut)) wrong.push(feeAlerts.notWithholding);
  return chosen === "1" ? "receiver" : "issuer";
}
