import { Hono } from "hono";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { companyOf } from "../../../generator/companies.ts";
import { createGate } from "../gate.ts";
import { alertPage } from "../page.ts";
import type { Ctx, Tributario } from "../session.ts";
import { alerts } from "./alerts.ts";
import { anonymousReceiver, type Line, type TaxDocument } from "./document.ts";
import type { IssuedDocument } from "./issued-document.ts";
import type { Profile } from "./issuers.ts";
import { authorizedType, issuing } from "./issuing.ts";
import { tidy } from "./read-lines.ts";
import { showPreview } from "./wizard.ts";

const annullable = new Set([33, 34, 56, 39, 41]);

/** Annulment has no form: it starts at the preview, with a credit note that cancels everything. */
export function annulRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, invoicer } = portal;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx, message: string) =>
    alertPage(c, portal, [message], "/facturador/emitidos");

  routes.post(
    "/",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        world.counters.add("previews");
        const form = latin1Form(await c.req.text());
        const allowed = await authorizedType(c, portal, visit, "61");
        if (allowed instanceof Response) return allowed;
        const name = { docType: Number(form["ANU_TIPO"]), folio: Number(form["ANU_FOLIO"]) };
        const issued = invoicer.issued.find(company, name);
        if (!issued) return refuse(c, alerts.notFound);
        if (!annullable.has(issued.docType)) return refuse(c, alerts.notAnnullable);
        if (invoicer.issued.annulments(company)(name)) return refuse(c, alerts.alreadyAnnulled);
        const profile = invoicer.issuers.profile(company);
        if (profile.activities.length === 0 || profile.addresses.length === 0) {
          return refuse(c, alerts.profileMissing);
        }
        const reason = tidy(form["ANU_RAZON"], 90) || "ANULA DOCUMENTO";
        const note = creditNote(company, profile, issued, { reason, day: world.today() });
        return showPreview(c, portal, visit, company, note);
      }),
    ),
  );
  return routes;
}

/** The document's own amounts, not recomputed: those of a receipt may differ by one. */
function creditNote(
  company: string,
  profile: Profile,
  issued: IssuedDocument,
  { reason, day }: { reason: string; day: string },
): TaxDocument {
  const { docType, folio, rut, name, net, exempt, vat, total } = issued;
  const [address] = profile.addresses;
  const line = (text: string, amount: number, isExempt: boolean): Line[] =>
    amount === 0
      ? []
      : [
          {
            name: text,
            description: "",
            quantity: "1",
            unit: "",
            price: String(amount),
            discountPct: "",
            discount: 0,
            exempt: isExempt,
            amount,
          },
        ];
  return {
    docType: 61,
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
    receiver: { ...anonymousReceiver, rut, name: tidy(name) },
    day,
    payment: "1",
    transfer: "",
    lines: [
      ...line(`ANULA DOCUMENTO ${docType} N° ${folio}`, net, false),
      ...line(`ANULA DOCUMENTO ${docType} N° ${folio} EXENTO`, exempt, true),
    ],
    references: [
      { docType: String(docType), folio: String(folio), day: issued.day, code: "1", reason },
    ],
    net,
    exempt,
    vat,
    total,
  };
}
