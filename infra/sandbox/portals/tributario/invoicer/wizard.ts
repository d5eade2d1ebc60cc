import { Hono } from "hono";
import { santiagoTime } from "../../../generator/calendar.ts";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import { offeredTypes } from "../people.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";
import { alerts } from "./alerts.ts";
import type { TaxDocument } from "./document.ts";
import { fieldsOf, hashOf } from "./hidden-fields.ts";
import { issuing } from "./issuing.ts";
import { readForm } from "./read-form.ts";
import { send } from "./send.ts";
import { signatureIn, signatureOf, xmlOf } from "./signing.ts";
import { previewPage, proposalPage, signedPage } from "./step-pages.ts";

/** Preview, proposed folio, signature, sending: the steps after the form, each one a POST. */
export function wizardRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, invoicer } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx, ...messages: string[]) =>
    alertPage(c, portal, messages, "/facturador/menu");

  /** The result of an earlier step of this visit, unless the login has switched companies since. */
  function draftOf(visit: TributarioVisit, company: string, id: string | undefined) {
    const draft = visit.drafts.find(id);
    if (!draft) return alerts.wrongForm;
    return draft.company === company ? draft : alerts.otherCompany;
  }

  routes.post(
    "/vista-previa",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        world.counters.add("previews");
        const form = latin1Form(await c.req.text());
        const docType = offeredTypes.find((one) => String(one) === form["TPO_DOC"]);
        if (!docType || !visit.drafts.isForm(form["FRM_TOKEN"], docType)) {
          return refuse(c, alerts.wrongForm);
        }
        const profile = invoicer.issuers.profile(company);
        const { document, wrong } = readForm(form, {
          docType,
          company,
          profile,
          today: world.today(),
        });
        if (wrong.length > 0) return refuse(c, ...wrong);
        const [reference] = document.references;
        const annulled = reference?.code === "1" && docType === 61 && nameOf(reference);
        if (annulled && invoicer.issued.annulments(company)(annulled)) {
          return refuse(c, alerts.alreadyAnnulled);
        }
        return showPreview(c, portal, visit, company, document);
      }),
    ),
  );

  routes.post(
    "/folio",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const form = latin1Form(await c.req.text());
        const id = form["PRV_ID"] ?? "";
        const draft = draftOf(visit, company, id);
        if (typeof draft === "string") return refuse(c, draft);
        const isWhole = Object.entries(draft.fields).every(([name, text]) => form[name] === text);
        if (!isWhole || form["PRV_HASH"] !== hashOf(draft.fields)) {
          return refuse(c, alerts.changedFields);
        }
        const { document } = draft;
        const folio = invoicer.issued.nextFolio(company, document.docType);
        const isKept = visit.taxpayer.certificatePassword !== null;
        const hasCertificate = isKept && !world.faults.take("no_certificate");
        const shown = { id, document, folio, hasCertificate };
        return page(c, portal, "Firma", proposalPage(base, shown));
      }),
    ),
  );

  routes.post(
    "/firmar",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const form = latin1Form(await c.req.text());
        const id = form["FIR_ID"] ?? "";
        const draft = draftOf(visit, company, id);
        if (typeof draft === "string") return refuse(c, draft);
        const { document } = draft;
        const { user, certificatePassword } = visit.taxpayer;
        const isRight = certificatePassword !== null && form["CLAVE_CERT"] === certificatePassword;
        const signed = isRight && !world.faults.take("bad_certificate_password");
        const signature = signed ? signatureOf(document, user) : undefined;
        if (signature) visit.drafts.sign(id, signature);
        const folio = invoicer.issued.nextFolio(company, document.docType);
        const xml = xmlOf(document, folio, signature);
        return page(c, portal, "Envío", signedPage(base, document, id, xml));
      }),
    ),
  );

  routes.post(
    "/enviar",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const form = latin1Form(await c.req.text());
        world.counters.add("sends");
        const draft = draftOf(visit, company, form["ENV_ID"]);
        if (typeof draft === "string") return refuse(c, draft);
        const { signature } = draft;
        if (!signature || signatureIn(form["DTE_XML"] ?? "") !== signature) {
          return refuse(c, alerts.unsigned);
        }
        return send(c, portal, visit, draft);
      }),
    ),
  );
  return routes;
}

function nameOf({ docType, folio }: { docType: string; folio: string }) {
  return { docType: Number(docType), folio: Number(folio) };
}

/** Where the form and an annulment meet. */
export function showPreview(
  c: Ctx,
  portal: Tributario,
  visit: TributarioVisit,
  company: string,
  understood: TaxDocument,
) {
  const { world } = portal;
  if (world.faults.take("preview_alert")) {
    return alertPage(c, portal, [alerts.rejectedPreview], "/facturador/menu");
  }
  const document = world.faults.take("preview_changed") ? otherwise(understood) : understood;
  const fields = fieldsOf(document);
  const hash = hashOf(fields);
  const { id } = visit.drafts.keep(() => ({ company, document, fields }));
  const at = `${world.today().replaceAll("-", "")} ${santiagoTime(world.now())}`;
  const shown = { id, document, fields, hash, at, changed: layoutChanged(portal) };
  return page(c, portal, "Vista previa", previewPage(world.base, shown));
}

/** The portal has other data of the receiver than it had before. */
function otherwise(document: TaxDocument): TaxDocument {
  return { ...document, receiver: { ...document.receiver, street: "NUEVO DOMICILIO 1234" } };
}
