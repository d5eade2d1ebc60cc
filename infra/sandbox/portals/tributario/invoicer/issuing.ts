import { alertPage, page } from "../page.ts";
import type { OfferedType } from "../people.ts";
import { offeredTypes } from "../people.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";
import type { Show } from "../gate.ts";
import { alerts } from "./alerts.ts";
import { noInvoicerPage } from "./home-pages.ts";

type Shown = Response | Promise<Response>;

/** A page of the invoicer: the login has one, and has chosen a company there. */
export function issuing(
  portal: Tributario,
  show: (c: Ctx, visit: TributarioVisit, company: string) => Shown,
): Show {
  const { base } = portal.world;
  return (c, visit) => {
    const { taxpayer } = visit;
    if (taxpayer.enrolled === null) return page(c, portal, "Facturación", noInvoicerPage(base));
    const company = portal.invoicer.chosen.get(taxpayer.user);
    return company ? show(c, visit, company) : c.redirect(`${base}/facturador/empresa`, 303);
  };
}

/** The requested type if this person may issue it, otherwise the page that refuses. */
export function authorizedType(
  c: Ctx,
  portal: Tributario,
  { taxpayer }: TributarioVisit,
  asked: string | undefined,
): OfferedType | Promise<Response> {
  const docType = offeredTypes.find((one) => String(one) === asked);
  const isAllowed = docType !== undefined && taxpayer.types.includes(docType);
  if (isAllowed && !portal.world.faults.take("type_not_authorized")) return docType;
  return alertPage(c, portal, [alerts.typeNotAuthorized], "/facturador/menu");
}
