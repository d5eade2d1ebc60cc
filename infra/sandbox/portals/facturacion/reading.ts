import { Hono } from "hono";
import { companyOf } from "../../generator/companies.ts";
import { isDay, moveDay, movePeriod, periodOf } from "../../generator/calendar.ts";
import { dottedRut } from "../../generator/rut.ts";
import { pdfFile } from "../../system/pdf.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { printedAccount } from "./account.ts";
import { sides, type DocumentNow } from "./document.ts";
import { pageOf } from "./paging.ts";
import { printedDocument, printedRange, printedRow } from "./printed.ts";
import { problem } from "./problems.ts";
import { keyed, type Ctx, type Facturacion } from "./provider.ts";

const longestRangeDays = 92;

/** Everything that changes nothing: the account, its folios, its documents. */
export function readingRoutes(provider: Facturacion): Hono<SandboxEnv> {
  const { world, documents, folios, switches, late } = provider;
  const routes = new Hono<SandboxEnv>();

  routes.get(
    "/cuenta",
    keyed(provider, (c, account) => c.json(printedAccount(provider, account))),
  );

  routes.get(
    "/folios",
    keyed(provider, (c, { company }) => {
      const { tipo } = c.req.query();
      const ranges = folios
        .all(company)
        .filter(({ docType }) => tipo === undefined || String(docType) === tipo);
      return pageOf(c, world, ranges, (range) => printedRange(range, folios));
    }),
  );

  routes.get(
    "/documentos",
    keyed(provider, (c, { company }) => {
      const found = asked(c, company);
      if (!found) return problem(c, "consulta-no-valida", { parametros: listParameters });
      const { pagina, ...reading } = c.req.query();
      const live = found.filter(({ isLive }) => isLive).map(({ id }) => id);
      const name = `${company}|${new URLSearchParams(reading).toString()}`;
      const hidden = late.keptBack(name, pagina === undefined, live);
      const isChanged = world.faults.take("layout_changed") !== undefined;
      const shown = found.filter(({ id }) => !hidden.has(id));
      return pageOf(c, world, shown, (one) => printedRow(company, one, isChanged));
    }),
  );

  routes.get(
    "/documentos/:id",
    keyed(provider, (c, { company }) => {
      const found = documents.find(company, c.req.param("id") ?? "");
      return found ? c.json(printedDocument(company, found)) : problem(c, "no-encontrado");
    }),
  );

  routes.get(
    "/documentos/:id/pdf",
    keyed(provider, (c, { company }) => {
      const found = documents.find(company, c.req.param("id") ?? "");
      if (!found || found.folio === null) return problem(c, "no-encontrado");
      world.counters.add("downloads");
      return c.body(paperOf(company, found), 200, { "content-type": "application/pdf" });
    }),
  );

  /** Newest first; undefined for an invalid query. */
  function asked(c: Ctx, company: string): DocumentNow[] | undefined {
    const { lado, desde, hasta, tipo, estado, receptor, referencia } = c.req.query();
    if (referencia !== undefined) {
      const isKept = switches.values().idempotencia !== "ninguna";
      return isKept ? documents.referred(company, referencia).toReversed() : undefined;
    }
    if (!sides.some((side) => side === lado) || !desde || !hasta) return undefined;
    if (!isDay(desde) || !isDay(hasta) || hasta < desde) return undefined;
    if (hasta > moveDay(desde, longestRangeDays)) return undefined;
    return monthsBetween(desde, hasta)
      .flatMap((period) => documents.ofMonth(company, period))
      .filter(
        (one) =>
          one.side === lado &&
          one.day >= desde &&
          one.day <= hasta &&
          (tipo === undefined || String(one.docType) === tipo) &&
          (estado === undefined || one.state === estado) &&
          (receptor === undefined || one.counterpart.rut === receptor),
      )
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  }
  return routes;
}

const listParameters = [
  "lado=emitidos|recibidos con desde y hasta (hasta 92 días), y tipo, estado o receptor",
  "o referencia, si la cuenta la guarda",
];

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let one = periodOf(first); one <= periodOf(last); one = movePeriod(one, 1)) months.push(one);
  return months;
}

function paperOf(company: string, { docType, folio, day, counterpart, lines, total }: DocumentNow) {
  return pdfFile([
    [
      `${companyOf(company).name}  RUT ${dottedRut(company)}`,
      `Documento ${docType} N° ${folio}  ${day}`,
      `Señor(es): ${counterpart.name}  RUT ${dottedRut(counterpart.rut)}`,
      ...lines.map(({ name, amount }) => `${name}  ${amount}`),
      `Total: ${total}`,
    ],
  ]);
}
