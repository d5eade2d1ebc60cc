import { Hono, type Context } from "hono";
import { html } from "hono/html";
import type { Html } from "../../bank/html-page.ts";
import { insidePages } from "../../bank/inside.ts";
import { offeredPeriods, isDay, periodOf } from "../../generator/calendar.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { fourBalances } from "./balances.ts";
import { balancesPage, resultTable, searchForm } from "./data-pages.ts";
import { errors, showLogin } from "./entry.ts";
import { framed, page, sentForm } from "./page.ts";
import type { BancoD } from "./view-states.ts";
import { readDashedDay } from "./words.ts";

const mostRows = 1000;

/** The pages behind the login. Each needs an open session with a chosen company. */
export function contentRoutes(portal: BancoD): Hono<SandboxEnv> {
  const { world, book, views } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const { inside, data } = insidePages(portal, (c) => showLogin(c, portal, errors.ended));
  const shown = (c: Context<SandboxEnv>, company: string, title: string, content: Html) =>
    page(c, portal, title, framed(base, company, content));

  routes.get(
    "/Inicio.aspx",
    inside((c, { company }) => shown(c, company, "Inicio", html`<h2>Bienvenido</h2>`)),
  );
  routes.get(
    "/Saldos.aspx",
    data("saldos", (c, { company }, changed) => {
      const balances = book
        .accounts(company)
        .map((account) => ({ account, four: fourBalances(book, account, world.now()) }));
      return shown(c, company, "Saldos", balancesPage(world.today(), balances, changed));
    }),
  );
  routes.get(
    "/Movimientos.aspx",
    inside((c, { company }) => {
      const search = searchForm(base, views.issue(c, "Movimientos"), book.accounts(company));
      return shown(c, company, "Movimientos", search);
    }),
  );

  /** The newest thousand matching rows, newest first; the others are silently left out. */
  routes.post(
    "/Movimientos.aspx",
    data("movimientos", async (c, { company }, changed) => {
      const body = await sentForm(c);
      const asked = {
        cuenta: body["ddlCuenta"] ?? "",
        desde: body["txtDesde"] ?? "",
        hasta: body["txtHasta"] ?? "",
      };
      const accounts = book.accounts(company);
      const isShown = views.spend(c, "Movimientos", body["__VISTA"] ?? "");
      const view = views.issue(c, "Movimientos");
      const refused = (error: string) =>
        shown(c, company, "Movimientos", searchForm(base, view, accounts, asked, error));
      if (!isShown) return refused(errors.stale);
      const account = accounts[Number(asked.cuenta) - 1];
      const [from, to] = [readDashedDay(asked.desde), readDashedDay(asked.hasta)];
      const wrong = wrongRange(from, to);
      if (!account || wrong) return refused(wrong ?? "Cuenta no válida");
      const rows = book
        .month(account, periodOf(from))
        .rows.filter((row) => row.day >= from && row.day <= to)
        .slice(-mostRows)
        .toReversed();
      const table = resultTable({ account, from, to }, rows, changed);
      const search = searchForm(base, view, accounts, asked);
      return shown(c, company, "Movimientos", html`${search}${table}`);
    }),
  );

  function wrongRange(from: string, to: string): string | undefined {
    if (!isDay(from) || !isDay(to) || from > to) return "Rango de fechas no válido";
    if (periodOf(from) !== periodOf(to)) return "El rango debe estar dentro de un mismo mes";
    if (to > world.today()) return "La fecha hasta no puede ser posterior a hoy";
    if (!offeredPeriods(world.today()).includes(periodOf(from))) return "Período no disponible";
    return undefined;
  }
  return routes;
}
