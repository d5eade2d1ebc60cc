import { Hono } from "hono";
import { latin1Form } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import { sendNow } from "../sending.ts";
import type { Ctx, Tributario } from "../session.ts";
import { feeAlerts } from "./alerts.ts";
import { annulledPage, annulmentPage, folioPage } from "./annul-pages.ts";
import { annulmentCauses, annulmentWindow } from "./annulment.ts";
import { ownLogin } from "./own-login.ts";

/** Folio, confirmation, and one POST that annuls, or asks the receiver for permission. */
export function annulRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, fees, switches } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx, message: string) => alertPage(c, portal, [message], "/honorarios/anular");

  /** A receipt that can be annulled now and how, or why not. */
  function annullable(company: string, folio: number) {
    const receipt = fees.issued(company, folio);
    if (!receipt) return feeAlerts.unknownReceipt;
    if (receipt.state === "annulled") return feeAlerts.alreadyAnnulled;
    if (receipt.state === "pending") return feeAlerts.alreadyAsked;
    const most = switches.values().topeAnulacion;
    if (receipt.gross > most) return feeAlerts.tooMuch(most);
    const window = annulmentWindow(receipt.day, world.today());
    return window ? { receipt, ...window } : feeAlerts.tooLate;
  }

  routes.get(
    "/",
    gate.step(
      ownLogin(portal, (c, company) => page(c, portal, "Anulación", folioPage(base, company))),
    ),
  );

  routes.post(
    "/confirmar",
    gate.step(
      ownLogin(portal, async (c, company, visit) => {
        world.counters.add("previews");
        const folio = Number(latin1Form(await c.req.text())["num_boleta"]);
        const found = annullable(company, folio);
        if (typeof found === "string") return refuse(c, found);
        const id = visit.feeSteps.keep({ kind: "annul", company, folio });
        return page(c, portal, "Anulación", annulmentPage(base, { id, company, ...found }));
      }),
    ),
  );

  routes.post(
    "/aceptar",
    gate.step(
      ownLogin(portal, async (c, company, visit) => {
        const form = latin1Form(await c.req.text());
        world.counters.add("sends");
        const step = visit.feeSteps.find("annul", company, form["num_solicitud"]);
        if (!step) return refuse(c, feeAlerts.stale);
        const cause = form["cod_causa"] ?? "";
        if (!Object.hasOwn(annulmentCauses, cause)) return refuse(c, feeAlerts.cause);
        const found = annullable(company, step.folio);
        if (typeof found === "string") return refuse(c, found);
        return sendNow(c, portal, {
          refuse: () => refuse(c, feeAlerts.rejectedAnnulment),
          carryOut() {
            const { mode } = fees.annul(company, found.receipt, Number(cause));
            return page(c, portal, "Anulación", annulledPage(company, step.folio, mode));
          },
        });
      }),
    ),
  );
  return routes;
}
