import { Hono } from "hono";
import { randomFor } from "../../../generator/random.ts";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import { sendNow } from "../sending.ts";
import type { Ctx, Tributario } from "../session.ts";
import { issuerAddresses } from "./addresses.ts";
import { feeAlerts } from "./alerts.ts";
import {
  addressPage,
  confirmationPage,
  issuedPage,
  receiptFormPage,
  receivedPage,
} from "./issue-pages.ts";
import { ownLogin } from "./own-login.ts";
import { readFeeForm, type FeeDraft } from "./read-form.ts";
import { barCodeOf, type FeeReceipt } from "./receipt.ts";

/** Address, receipt, confirmation, and one POST that issues. */
export function issueRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, fees, switches } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx, ...messages: string[]) =>
    alertPage(c, portal, messages, "/honorarios/emitir");
  const addresses = () => switches.values().direcciones;

  routes.get(
    "/",
    gate.step(
      ownLogin(portal, (c, company) =>
        page(c, portal, "Emisión", addressPage(base, company, addresses())),
      ),
    ),
  );

  routes.post(
    "/boleta",
    gate.step(
      ownLogin(portal, async (c, company) => {
        const { cod_domicilio: address = "" } = latin1Form(await c.req.text());
        const isKnown = issuerAddresses(company, addresses()).some(({ code }) => code === address);
        if (!isKnown) return refuse(c, feeAlerts.address);
        const changed = layoutChanged(portal);
        const shown = { company, address, today: world.today(), changed };
        return page(c, portal, "Boleta", receiptFormPage(base, shown));
      }),
    ),
  );

  routes.post(
    "/confirmar",
    gate.step(
      ownLogin(portal, async (c, company, visit) => {
        world.counters.add("previews");
        const form = latin1Form(await c.req.text());
        const issuing = { company, addresses: addresses(), today: world.today() };
        const { draft: understood, wrong } = readFeeForm(form, issuing);
        if (wrong.length > 0) return refuse(c, ...wrong);
        if (world.faults.take("preview_alert")) return refuse(c, feeAlerts.rejectedPreview);
        const draft = world.faults.take("preview_changed") ? otherwise(understood) : understood;
        const id = visit.feeSteps.keep({ kind: "issue", company, draft });
        const shown = { id, company, draft, changed: layoutChanged(portal) };
        return page(c, portal, "Confirmación", confirmationPage(base, shown));
      }),
    ),
  );

  routes.post(
    "/aceptar",
    gate.step(
      ownLogin(portal, async (c, company, visit) => {
        const form = latin1Form(await c.req.text());
        world.counters.add("sends");
        const step = visit.feeSteps.find("issue", company, form["num_confirmacion"]);
        if (!step) return refuse(c, feeAlerts.stale);
        return sendNow(c, portal, {
          refuse: () => refuse(c, feeAlerts.rejectedIssue),
          carryOut() {
            const receipt = issue(company, step.draft, visit.taxpayer.user);
            const shown = layoutChanged(portal)
              ? receivedPage(company)
              : issuedPage(base, company, receipt);
            return page(c, portal, "Boleta emitida", shown);
          },
        });
      }),
    ),
  );

  function issue(company: string, draft: FeeDraft, by: string): FeeReceipt {
    const folio = fees.nextFolio(company);
    const secret = randomFor("tributario", company, "bar code", folio).digits(5);
    const receipt = {
      ...draft,
      folio,
      barCode: barCodeOf(company, folio, secret),
      at: world.now(),
      by,
    };
    fees.add(company, receipt);
    world.counters.add("emitted");
    return receipt;
  }
  return routes;
}

/** The portal knows the receiver by another name. */
function otherwise(draft: FeeDraft): FeeDraft {
  return { ...draft, name: "CONTRIBUYENTE CON OTRO NOMBRE" };
}
