import { Hono } from "hono";
import { otherCompany } from "../../../generator/companies.ts";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Tributario } from "../session.ts";
import { alerts } from "./alerts.ts";
import { choicePage, issuerPage, menuPage, noInvoicerPage } from "./home-pages.ts";
import { formPage } from "./form-page.ts";
import { authorizedType, issuing } from "./issuing.ts";

/** The start of the invoicer: its own choice of company, what may be issued, and the forms. */
export function homeRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, invoicer } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();

  routes.get(
    "/",
    gate.inside((c, { taxpayer }) =>
      taxpayer.enrolled === null
        ? page(c, portal, "Facturación", noInvoicerPage(base))
        : c.redirect(`${base}/facturador/empresa`, 303),
    ),
  );

  routes.get(
    "/empresa",
    gate.inside((c, { taxpayer }) => {
      if (taxpayer.enrolled === null) return page(c, portal, "Facturación", noInvoicerPage(base));
      const enrolled = world.faults.take("not_enrolled") ? [] : taxpayer.enrolled;
      return page(c, portal, "Empresa", choicePage(base, enrolled));
    }),
  );
  routes.post(
    "/empresa",
    gate.inside(async (c, { taxpayer }) => {
      if (taxpayer.enrolled === null) return page(c, portal, "Facturación", noInvoicerPage(base));
      const { RUT_EMP: company = "" } = latin1Form(await c.req.text());
      if (!taxpayer.enrolled.includes(company) || world.faults.take("not_enrolled")) {
        return alertPage(c, portal, [alerts.notEnrolled], "/facturador/empresa");
      }
      const shown = world.faults.take("identity_mismatch") ? otherCompany : company;
      invoicer.chosen.set(taxpayer.user, shown);
      return c.redirect(`${base}/facturador/menu`, 303);
    }),
  );

  routes.get(
    "/menu",
    gate.inside(
      issuing(portal, (c, { taxpayer }, company) =>
        page(c, portal, "Menú", menuPage(base, company, taxpayer.types)),
      ),
    ),
  );
  routes.get(
    "/emisor",
    gate.inside(
      issuing(portal, (c, _, company) =>
        page(c, portal, "Emisor", issuerPage(company, invoicer.issuers.profile(company))),
      ),
    ),
  );

  routes.get(
    "/formulario",
    gate.step(
      issuing(portal, async (c, visit, company) => {
        const docType = await authorizedType(c, portal, visit, c.req.query("tipo"));
        if (docType instanceof Response) return docType;
        if (docType === 39 || docType === 41) {
          return c.redirect(`${base}/facturador/boleta?tipo=${docType}`, 303);
        }
        const shown = {
          docType,
          company,
          profile: invoicer.issuers.profile(company),
          token: visit.drafts.newForm(docType),
          today: world.today(),
          changed: layoutChanged(portal),
        };
        return page(c, portal, "Formulario", formPage(base, shown));
      }),
    ),
  );
  return routes;
}
