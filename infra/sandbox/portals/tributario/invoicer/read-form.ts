import { dayOf, isDay, movePeriod, periodOf } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import type { OfferedType } from "../people.ts";
import { readDay } from "../words.ts";
import { alerts, itemAlerts } from "./alerts.ts";
import type { Issuer, Receiver, Reference, TaxDocument } from "./document.ts";
import type { Profile } from "./issuers.ts";
import { readLines, tidy, type Form } from "./read-lines.ts";
import { totalsOf } from "./totals.ts";

export interface Reading {
  document: TaxDocument;
  /** Why the portal refuses it; empty if it accepts. */
  wrong: string[];
}

interface Issuing {
  docType: OfferedType;
  company: string;
  profile: Profile;
  today: string;
}

export const referenceNumbers = [1, 2, 3] as const;
const greatestTotal = 999_999_999_999;

/** What the portal makes of a form: trimmed, in capitals, cut to length, and summed. */
export function readForm(form: Form, issuing: Issuing): Reading {
  const { docType, company, profile, today } = issuing;
  const wrong: string[] = [];
  const issuer = readIssuer(form, company, profile, wrong);
  const receiver = readReceiver(form, company, wrong);
  const day = readIssueDay(form, today, wrong);
  const payment = form["FMA_PAGO"] ?? "";
  if (!/^[123]$/.test(payment)) wrong.push(alerts.payment);
  const transfer = docType === 52 ? (form["TPO_TRASLADO"] ?? "") : "";
  if (docType === 52 && !/^[1-9]$/.test(transfer)) wrong.push(alerts.transfer);
  const lines = readLines(form, "DET", docType === 34, wrong);
  const references = readReferences(form, docType, wrong);
  const totals = totalsOf(docType, lines);
  const document = { docType, issuer, receiver, day, payment, transfer, lines, references };
  if (wrong.length === 0) checkTotals({ ...document, ...totals }, wrong);
  return { document: { ...document, ...totals }, wrong };
}

function readIssuer(form: Form, company: string, profile: Profile, wrong: string[]): Issuer {
  const activity = profile.activities.find(({ code }) => code === form["EMI_ACTECO"]);
  const address = profile.addresses[Number(form["EMI_SUCURSAL"] ?? "")];
  if (!activity || !address) wrong.push(alerts.profileMissing);
  if (form["EMI_REVISION"] !== profile.revision) wrong.push(alerts.profileChanged);
  return {
    rut: company,
    name: tidy(companyOf(company).name),
    activity: tidy(profile.activity, 80),
    activityCode: activity?.code ?? "",
    street: tidy(address?.street, 60),
    commune: tidy(address?.commune, 20),
    city: tidy(address?.city, 20),
    revision: profile.revision,
  };
}

function readReceiver(form: Form, company: string, wrong: string[]): Receiver {
  const rut = readRut(form["REC_RUT"] ?? "");
  const receiver = {
    rut: rut ?? "",
    name: tidy(form["REC_RAZON"], 100),
    activity: tidy(form["REC_GIRO"], 40),
    street: tidy(form["REC_DIRECCION"], 70),
    commune: tidy(form["REC_COMUNA"], 20),
    city: tidy(form["REC_CIUDAD"], 20),
    contact: tidy(form["REC_CONTACTO"], 80),
  };
  if (!rut) wrong.push(alerts.receiverRut);
  if (rut === company) wrong.push(alerts.receiverIsIssuer);
  if (!receiver.name) wrong.push(alerts.receiverName);
  if (!receiver.activity) wrong.push(alerts.receiverActivity);
  if (!receiver.street) wrong.push(alerts.receiverStreet);
  if (!receiver.commune) wrong.push(alerts.receiverCommune);
  return receiver;
}

function readIssueDay(form: Form, today: string, wrong: string[]): string {
  const day = `${form["FCH_ANO"]}-${form["FCH_MES"]}-${form["FCH_DIA"]}`;
  const earliest = dayOf(movePeriod(periodOf(today), -1), 1);
  if (!isDay(day)) wrong.push(alerts.day);
  else if (day > today || day < earliest) wrong.push(alerts.dayOutside);
  return day;
}

function readReferences(form: Form, docType: number, wrong: string[]): Reference[] {
  const references = referenceNumbers.flatMap((number) => {
    const field = (name: string) => form[`REF_${name}_${number}`]?.trim() ?? "";
    if (!field("TIPO") && !field("FOLIO")) return [];
    const day = readDay(field("FECHA")) ?? "";
    const folio = field("FOLIO");
    const code = field("COD");
    const isRight = field("TIPO") && folio.length <= 18 && folio && isDay(day);
    if (!isRight || !/^[123]?$/.test(code)) wrong.push(itemAlerts.reference(number));
    return [{ docType: field("TIPO"), folio, day, code, reason: tidy(field("RAZON"), 90) }];
  });
  if (docType !== 61 && docType !== 56) return references;
  if (references.length === 0 || references.some(({ code }) => code === "")) {
    wrong.push(alerts.noReference);
  }
  const isSingle = references.some(({ code }) => code === "1" || code === "2");
  if (isSingle && references.length > 1) wrong.push(alerts.oneReference);
  return references;
}

function checkTotals(document: TaxDocument, wrong: string[]): void {
  const { docType, lines, references, vat, total } = document;
  const onlyText = references.some(({ code }) => code === "2");
  if (lines.length === 0) wrong.push(alerts.noLines);
  else if (docType === 33 && vat === 0) wrong.push(alerts.vatZero);
  else if (total === 0 && !onlyText) wrong.push(alerts.totalZero);
  else if (total > greatestTotal) wrong.push(alerts.tooMuch);
}
