import { Hono } from "hono";
import { offeredPeriods } from "../../../generator/calendar.ts";
import { latin1Form, latin1Html } from "../../../system/latin1.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Ctx, Tributario } from "../session.ts";
import { csvOf } from "./csv.ts";
import { sections, type Operation, type Section } from "./document.ts";
import { searchPage, summaryPage } from "./pages.ts";
import { purchaseColumns } from "./purchase-csv.ts";
import { saleColumns } from "./sale-csv.ts";
import { summaryOf } from "./summary.ts";

interface Asked {
  operation: Operation;
  section: Section | null;
  period: string;
  docType: number;
}

const summaryOnly = new Set([35, 38, 39, 41, 48]);

/** The registry of purchases and sales: a summary, and the documents of one type as a download. */
export function registryRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, registry } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();

  async function askedFor(c: Ctx): Promise<Asked | undefined> {
    const form = latin1Form(await c.req.text());
    const period = offeredPeriods(world.today()).find(
      (one) => one.replace("-", "") === form["periodo"],
    );
    const section = sections.find((one) => one === form["seccion"]);
    const docType = Number(form["tipo"]);
    if (!period) return undefined;
    if (form["operacion"] === "VENTA")
      return { operation: "venta", section: null, period, docType };
    if (form["operacion"] !== "COMPRA" || !section) return undefined;
    return { operation: "compra", section, period, docType };
  }

  const documentsOf = (company: string, { operation, section, period }: Asked) =>
    registry.documents(company, operation, period).filter((one) => one.section === section);
  const refused = (c: Ctx) =>
    alertPage(c, portal, ["La consulta ingresada no es válida."], "/registro");
  const unchosen = (c: Ctx) => c.redirect(`${base}/empresas`, 303);

  routes.get(
    "/",
    gate.inside((c, { company }) =>
      company
        ? page(c, portal, "Registro", searchPage(base, company, offeredPeriods(world.today())))
        : unchosen(c),
    ),
  );

  routes.post(
    "/resumen",
    gate.data("rcv", async (c, { company }) => {
      if (!company) return unchosen(c);
      const asked = await askedFor(c);
      if (!asked) return refused(c);
      const totals = asked.operation === "venta" ? registry.totals(company, asked.period) : [];
      const lines = summaryOf(documentsOf(company, asked), totals);
      const shown = { company, ...asked, lines, changed: layoutChanged(portal) };
      return page(c, portal, "Resumen", summaryPage(base, shown));
    }),
  );

  routes.post(
    "/detalle",
    gate.data("rcv", async (c, { company }) => {
      if (!company) return unchosen(c);
      const asked = await askedFor(c);
      if (!asked || summaryOnly.has(asked.docType)) return refused(c);
      const documents = documentsOf(company, asked).filter(
        ({ docType }) => docType === asked.docType,
      );
      const columns = asked.section ? purchaseColumns(asked.section) : saleColumns;
      world.counters.add("downloads");
      const text = csvOf(columns, documents, layoutChanged(portal));
      return c.body(latin1Html(text), 200, {
        "content-type": "text/csv; charset=ISO-8859-1",
        "content-disposition": `attachment; filename="${fileName(company, asked)}"`,
        "cache-control": "no-store",
      });
    }),
  );
  return routes;
}

function fileName(company: string, { operation, section, period, docType }: Asked): string {
  const words = [
    "RCV",
    operation.toUpperCase(),
    section,
    company,
    period.replace("-", ""),
    docType,
  ];
  return `${words.filter((word) => word !== null).join("_")}.csv`;
}
