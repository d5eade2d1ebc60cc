import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { offeredPeriods } from "../../bank/offered-periods.ts";
import { sectionGate } from "../../bank/section-gate.ts";
import { unavailable } from "../../system/interference.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { positionPage, searchPage } from "./data-pages.ts";
import { showLogin } from "./entry.ts";
import { balancesOf, printedRows } from "./ledger.ts";
import { movementsTable } from "./movements-table.ts";
import { inside, page, type Html } from "./page.ts";
import { visitOf, type BancoE, type Visit } from "./session.ts";
import { notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;
type Answer = Response | Promise<Response>;
type Chosen = Visit & { company: string };

/** The pages behind the login. */
export function contentRoutes(portal: BancoE): Hono<SandboxEnv> {
  const { world, book } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Ctx) => showLogin(c, portal, notices.ended);
  const periods = () => offeredPeriods(world);
  const show = (c: Ctx, visit: Chosen, title: string, body: Html) =>
    page(c, portal, title, inside(base, visit.company, body));

  function visited(answer: (c: Ctx, visit: Chosen) => Answer) {
    return (c: Ctx) => {
      const visit = visitOf(c, portal)?.data;
      return visit?.company && !visit.variant ? answer(c, visit as Chosen) : ended(c);
    };
  }

  /** An answer with data of a section: here a session can end or be cut in the middle. */
  function data(
    section: "saldos" | "movimientos",
    answer: (c: Ctx, visit: Chosen, changed: boolean) => Answer,
  ) {
    return visited((c, visit) => {
      const gate = sectionGate(world, visit, section);
      if (gate === "cut") return unavailable(c);
      if (gate === "open")
        return answer(c, visit, world.faults.take("layout_changed") !== undefined);
      portal.sessions.drop(visitOf(c, portal)?.id ?? "");
      return ended(c);
    });
  }

  routes.get(
    "/portada",
    visited((c, visit) => show(c, visit, "Portada", html`<h2>Bienvenido a su banco</h2>`)),
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
    visited((c, visit) => {
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
