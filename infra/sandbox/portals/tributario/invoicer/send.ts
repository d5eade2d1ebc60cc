import { layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import { sendNow } from "../sending.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";
import { alerts } from "./alerts.ts";
import type { Draft } from "./drafts.ts";
import { emittedPage, receivedPage, scriptedPage } from "./step-pages.ts";

/** Answers that say neither yes nor no. All but the last one have issued. */
const unclearSends = [
  "send_script_alert",
  "send_already_sent",
  "send_processing",
  "send_session_expired",
] as const;

/**
 * The step that emits, each time something signed reaches it: the portal does not check whether it was sent before.
 * Sending exactly once is up to the sender.
 */
export function send(
  c: Ctx,
  portal: Tributario,
  visit: TributarioVisit,
  draft: Draft,
): Promise<Response> {
  return sendNow(c, portal, {
    refuse: () => alertPage(c, portal, [alerts.rejectedSend], "/facturador/menu"),
    carryOut: () => issue(c, portal, visit, draft),
  });
}

function issue(
  c: Ctx,
  portal: Tributario,
  visit: TributarioVisit,
  { company, document }: Draft,
): Promise<Response> {
  const { world, invoicer } = portal;
  const fault = world.faults.take(...unclearSends);
  const say = (alert: string) => alertPage(c, portal, [alert], "/facturador/menu");
  if (fault?.kind === "send_session_expired") return say(alerts.sessionExpired);
  const annulmentOf = invoicer.issued.annulments(company);
  const annulled = document.references
    .filter(({ code }) => document.docType === 61 && code === "1")
    .map(({ docType, folio }) => ({ docType: Number(docType), folio: Number(folio) }))
    .filter((name) => invoicer.issued.find(company, name))
    .filter((name) => !annulmentOf(name));
  const issued = invoicer.issued.emit(company, document, visit.taxpayer.user);
  world.counters.add("emitted");
  for (const _ of annulled) world.counters.add("annulled");
  if (fault?.kind === "send_already_sent") return say(alerts.alreadySent);
  if (fault?.kind === "send_processing") return say(alerts.processing);
  if (fault?.kind === "send_script_alert") {
    return page(c, portal, "Documento emitido", scriptedPage(company, issued));
  }
  const shown = layoutChanged(portal)
    ? receivedPage(company)
    : emittedPage(world.base, company, issued);
  return page(c, portal, "Documento enviado", shown);
}
