import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import { alerts } from "./alerts.ts";
import { anonymousReceiver, type TaxDocument } from "./document.ts";
import type { Profile } from "./issuers.ts";
import type { Reading } from "./read-form.ts";
import { readLines, tidy, type Form } from "./read-lines.ts";
import { totalsOf } from "./totals.ts";

interface Issuing {
  docType: 39 | 41;
  company: string;
  profile: Profile;
  today: string;
}

/** A receipt is issued today, to anybody; its prices include the tax. */
export function readReceipt(form: Form, { docType, company, profile, today }: Issuing): Reading {
  const wrong: string[] = [];
  const typed = form["BOL_RUT"]?.trim() ?? "";
  const rut = typed === "" ? anonymousReceiver.rut : readRut(typed);
  if (!rut) wrong.push(alerts.receiverRut);
  if (rut === company) wrong.push(alerts.receiverIsIssuer);
  const lines = readLines(form, "BOL", docType === 41, wrong);
  const totals = totalsOf(docType, lines);
  if (lines.length === 0 && wrong.length === 0) wrong.push(alerts.noLines);
  else if (totals.total === 0 && wrong.length === 0) wrong.push(alerts.totalZero);
  const [address] = profile.addresses;
  const document: TaxDocument = {
    docType,
    issuer: {
      rut: company,
      name: tidy(companyOf(company).name),
      activity: tidy(profile.activity, 80),
      activityCode: profile.activities[0]?.code ?? "",
      street: tidy(address?.street, 60),
      commune: tidy(address?.commune, 20),
      city: tidy(address?.city, 20),
      revision: profile.revision,
    },
    receiver: {
      ...anonymousReceiver,
      rut: rut ?? "",
      name: tidy(form["BOL_RAZON"], 100) || anonymousReceiver.name,
    },
    day: today,
    payment: "1",
    transfer: "",
    lines,
    references: [],
    ...totals,
  };
  return { document, wrong };
}
