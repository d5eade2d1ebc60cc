import { randomUUID } from "node:crypto";
import { Hono, type Context } from "hono";
import { insidePages } from "../../bank/inside.ts";
import { offeredPeriods } from "../../generator/calendar.ts";
import { availableOf } from "../../bank/truth.ts";
import { latin1Form } from "../../system/latin1.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { accountsPage, balancesPage, searchPage, sheetPage } from "./data-pages.ts";
import { loginPage, noticePage } from "./entry-pages.ts";
import { notices } from "./entry.ts";
import { companyStrip, page } from "./page.ts";
import type { BancoA, Search, BancoAVisit } from "./session.ts";

const rowsPerSheet = 50;

/** The pages of the content frame. Each needs an open session with a chosen company. */
export function contentRoutes(portal: BancoA): Hono<SandboxEnv> {
  const { world, book } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Context<SandboxEnv>) =>
    page(c, portal, "Ingreso", loginPage(base, notices.ended));

  const { inside, data } = insidePages(portal, ended);
  const periods = () => offeredPeriods(world.today());

  function sheet(c: Context<SandboxEnv>, visit: BancoAVisit, search: Search, changed: boolean) {
    const account = book.accounts(visit.company)[search.account];
    if (!account) return ended(c);
    const month = book.month(account, search.period);
    const to = search.from + rowsPerSheet;
    const mark = to < month.rows.length ? randomUUID() : undefined;
    if (mark) visit.searches.set(mark, { ...search, from: to });
    const shown = {
      account,
      period: search.period,
      month,
      rows: month.rows.slice(search.from, to),
      number: search.from / rowsPerSheet + 1,
      of: Math.ceil(month.rows.length / rowsPerSheet),
      ...(mark ? { mark } : {}),
    };
    return page(c, portal, "Cartola", sheetPage(base, visit.company, shown, changed));
  }

  routes.get(
    "/bienvenida",
    inside((c, visit) => page(c, portal, "Bienvenida", companyStrip(visit.company))),
  );
  routes.get(
    "/cuentas",
    inside((c, visit) =>
      page(c, portal, "Cuentas", accountsPage(visit.company, book.accounts(visit.company))),
    ),
  );
  routes.get(
    "/saldos",
    data("saldos", (c, visit, changed) => {
      const balances = book.accounts(visit.company).map((account) => ({
        account,
        book: book.balance(account),
        available: availableOf(book, account),
      }));
      const body = balancesPage(visit.company, world.today(), balances, changed);
      return page(c, portal, "Saldos", body);
    }),
  );
  routes.get(
    "/cartola",
    inside((c, visit) => {
      const accounts = book.accounts(visit.company);
      return page(c, portal, "Cartola", searchPage(base, visit.company, accounts, periods()));
    }),
  );
  routes.post(
    "/cartola",
    data("movimientos", async (c, visit, changed) => {
      const form = latin1Form(await c.req.text());
      const period = periods().find((one) => one.replace("-", "") === form["periodo"]);
      const account = Number(form["cuenta"]);
      if (!period || !book.accounts(visit.company)[account]) return rejected(c);
      return sheet(c, visit, { account, period, from: 0 }, changed);
    }),
  );
  routes.post(
    "/cartola/siguiente",
    data("movimientos", async (c, visit, changed) => {
      const { marca = "" } = latin1Form(await c.req.text());
      const search = visit.searches.get(marca);
      return search ? sheet(c, visit, search, changed) : rejected(c);
    }),
  );
  const rejected = (c: Context<SandboxEnv>) =>
    page(
      c,
      portal,
      "Cartola",
      noticePage(base, "Consulta no válida", "La consulta no es válida o ha expirado."),
    );
  return routes;
}
