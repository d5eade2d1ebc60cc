import { Hono } from "hono";
import { dayOf, isDay, periodOf } from "../../../generator/calendar.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Ctx, Tributario } from "../session.ts";
import { offeredTypes } from "../people.ts";
import { readDay } from "../words.ts";
import { alerts } from "./alerts.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";
import { issuing } from "./issuing.ts";
import { documentPage, listPage, type ListedDocument } from "./list-pages.ts";
import { pdfOf } from "./pdf.ts";

const perPage = 20;

/** Issued documents in pages of 20, each document's own page, and its PDF. */
export function issuedRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, invoicer } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();

  function listed(company: string, rows: readonly IssuedDocument[]): ListedDocument[] {
    const annulments = invoicer.issued.annulments(company);
    return rows.map((issued) => {
      const note = annulments(issued);
      const isKnown =
        note && !invoicer.lateList.hides(company, invoicer.issued.find(company, note));
      return { issued, annulledBy: isKnown ? note : undefined };
    });
  }

  routes.get(
    "/emitidos",
    gate.data(
      "dte",
      issuing(portal, (c, _, company) => {
        const asked = askedFor(c, world.today());
        if (!asked) {
          return alertPage(c, portal, ["La consulta ingresada no es válida."], "/facturador/menu");
        }
        const { docType, from, to, number } = asked;
        const found = invoicer.issued
          .between(company, from, to)
          .filter((one) => docType === null || one.docType === docType);
        const all = invoicer.lateList.visible(company, found, number);
        const rows = listed(company, all.slice((number - 1) * perPage, number * perPage));
        const of = Math.ceil(all.length / perPage);
        const changed = layoutChanged(portal);
        const shown = { company, docType, from, to, rows, all: all.length, number, of, changed };
        return page(c, portal, "Documentos emitidos", listPage(base, shown));
      }),
    ),
  );

  function found(c: Ctx, company: string): IssuedDocument | undefined {
    const { codigo = "" } = c.req.query();
    const name = { docType: Number(codigo.slice(0, 2)), folio: Number(codigo.slice(2)) };
    const issued = invoicer.issued.find(company, name);
    return issued && codeOf(issued) === codigo ? issued : undefined;
  }

  routes.get(
    "/documento",
    gate.data(
      "dte",
      issuing(portal, (c, _, company) => {
        const issued = found(c, company);
        if (!issued) return alertPage(c, portal, [alerts.notFound], "/facturador/emitidos");
        const [one = { issued, annulledBy: undefined }] = listed(company, [issued]);
        return page(c, portal, "Documento", documentPage(base, company, one));
      }),
    ),
  );

  routes.get(
    "/pdf",
    gate.data(
      "dte",
      issuing(portal, (c, _, company) => {
        const issued = found(c, company);
        if (!issued) return alertPage(c, portal, [alerts.notFound], "/facturador/emitidos");
        world.counters.add("downloads");
        return c.body(pdfOf(company, issued), 200, {
          "content-type": "application/pdf",
          "content-disposition": `inline; filename="dte_${issued.docType}_${issued.folio}.pdf"`,
          "cache-control": "no-store",
        });
      }),
    ),
  );
  return routes;
}

/** The current month by default; more than a year is refused. */
function askedFor(c: Ctx, today: string) {
  const { TIPO = "", DESDE, HASTA, PAGINA = "1" } = c.req.query();
  const from = DESDE === undefined ? dayOf(periodOf(today), 1) : readDay(DESDE);
  const to = HASTA === undefined ? today : readDay(HASTA);
  const docType = offeredTypes.find((one) => String(one) === TIPO) ?? null;
  const number = Number(PAGINA);
  const isType = TIPO === "" || docType !== null;
  if (!from || !to || !isDay(from) || !isDay(to) || !isType) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days < 0 || days > 366 || !Number.isInteger(number) || number < 1) return undefined;
  return { docType, from, to, number };
}
