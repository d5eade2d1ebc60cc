import { Hono, type Context } from "hono";
import { html } from "hono/html";
import type { Html } from "../../bank/html-page.ts";
import { insidePages, type Inside } from "../../bank/inside.ts";
import { offeredPeriods } from "../../generator/calendar.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { positionPage, searchPage } from "./data-pages.ts";
import { showLogin } from "./entry.ts";
import { balancesOf, printedRows } from "./ledger.ts";
import { movementsTable } from "./movements-table.ts";
import type { BancoE } from "./approvals.ts";
import { framed, page } from "./page.ts";
import { notices } from "./words.ts";

/** The pages behind the login. */
export function contentRoutes(portal: BancoE): Hono<SandboxEnv> {
  const { world, book } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const periods = () => offeredPeriods(world.today());
  const show = (c: Context<SandboxEnv>, visit: Inside, title: string, body: Html) =>
    page(c, portal, title, framed(base, visit.company, body));

  const { inside, data } = insidePages(portal, (c) => showLogin(c, portal, notices.ended));

  routes.get(
    "/portada",
    inside((c, visit) => show(c, visit, "Portada", html`<h2>Bienvenido a su banco</h2>`)),
  );
  routes.get(
    "/posicion",
    data("saldos", (c, visit, changed) => {
      const balances = balancesOf(book, visit.company);
      return show(c, visit, "Posición", positionPage(world.today(), balances, changed));
    }),
  );
  routes.get(
    "/movimientos",
    inside((c, visit) => {
      const form = searchPage(base, book.accounts(visit.company), periods());
      return show(c, visit, "Movimientos", form);
    }),
  );
  routes.get(
    "/movimientos/tabla",
    data("movimientos", (c, visit, changed) => {
      const { cuenta, mes, pagina } = c.req.query();
      const account = book.accounts(visit.company).find(({ number }) => number === cuenta);
      const period = periods().find((one) => one === mes);
      if (!account || !period) return c.html(html`<p class="mensaje">Consulta no válida.</p>`);
      world.counters.add("pages");
      c.header("cache-control", "no-store");
      const rows = printedRows(book, account, period, world.today());
      const asked = { account, period, number: Number(pagina) || 1, rows, changed };
      return c.html(movementsTable(asked));
    }),
  );
  return routes;
}
