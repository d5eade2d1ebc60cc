import { Hono } from "hono";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Ctx, Tributario } from "../session.ts";
import { alerts } from "./alerts.ts";
import type { Draft } from "./drafts.ts";
import { fieldsOf, hashOf } from "./hidden-fields.ts";
import { authorizedType, issuing } from "./issuing.ts";
import { readReceipt } from "./read-receipt.ts";
import { receiptFormPage, receiptPreviewPage, unsignedReceiptPage } from "./receipt-pages.ts";
import { send } from "./send.ts";

/** Receipts: a form, a preview, and one step that signs and sends. */
export function receiptRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, invoicer } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx, ...messages: string[]) =>
    alertPage(c, portal, messages, "/facturador/menu");

  routes.get(
    "/",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const docType = await authorizedType(c, portal, visit, c.req.query("tipo"));
        if (docType instanceof Response) return docType;
        if (docType !== 39 && docType !== 41) return refuse(c, alerts.typeNotAuthorized);
        const token = visit.drafts.newForm(docType);
        const shown = { docType, company, token, changed: layoutChanged(portal) };
        return page(c, portal, "Boleta", receiptFormPage(base, shown));
      }),
    ),
  );

  routes.post(
    "/vista-previa",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        world.counters.add("previews");
        const form = latin1Form(await c.req.text());
        const docType = form["BOL_TIPO"] === "39" ? 39 : 41;
        if (!visit.drafts.isForm(form["FRM_TOKEN"], docType)) return refuse(c, alerts.wrongForm);
        const profile = invoicer.issuers.profile(company);
        if (profile.addresses.length === 0) return refuse(c, alerts.profileMissing);
        const asked = { docType, company, profile, today: world.today() } as const;
        const { document, wrong } = readReceipt(form, asked);
        if (wrong.length > 0) return refuse(c, ...wrong);
        if (world.faults.take("preview_alert")) return refuse(c, alerts.rejectedPreview);
        const shown = world.faults.take("preview_changed")
          ? { ...document, receiver: { ...document.receiver, name: "NUEVO NOMBRE" } }
          : document;
        const fields = fieldsOf(shown);
        const { id, draft } = visit.drafts.keep(() => ({ company, document: shown, fields }));
        const isKept = visit.taxpayer.certificatePassword !== null;
        const hasCertificate = isKept && !world.faults.take("no_certificate");
        const preview = { id, draft, hash: hashOf(fields), hasCertificate };
        return page(c, portal, "Vista previa", receiptPreviewPage(base, preview));
      }),
    ),
  );

  routes.post(
    "/emitir",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const form = latin1Form(await c.req.text());
        world.counters.add("sends");
        const draft = visit.drafts.find(form["PRV_ID"]);
        if (!draft) return refuse(c, alerts.wrongForm);
        if (draft.company !== company) return refuse(c, alerts.otherCompany);
        if (!isWhole(draft, form)) return refuse(c, alerts.changedFields);
        const { certificatePassword } = visit.taxpayer;
        const isRight = certificatePassword !== null && form["CLAVE_CERT"] === certificatePassword;
        if (!isRight || world.faults.take("bad_certificate_password")) {
          return page(c, portal, "Boleta", unsignedReceiptPage(base, company));
        }
        return send(c, portal, visit, draft);
      }),
    ),
  );
  return routes;
}

function isWhole({ fields }: Draft, form: Record<string, string>): boolean {
  const isSame = Object.entries(fields).every(([name, text]) => form[name] === text);
  return isSame && form["PRV_HASH"] === hashOf(fields);
}
