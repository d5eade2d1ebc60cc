import { Hono, type Context } from "hono";
import { html } from "hono/html";
import type { BankVisit } from "../../bank/bank.ts";
import type { Html } from "../../bank/html-page.ts";
import { insidePages, showSection, type Inside } from "../../bank/inside.ts";
import { offeredPeriods } from "../../generator/calendar.ts";
import type { Session } from "../../system/sessions.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { balancesOf } from "./balances.ts";
import { csvOf, windowRows } from "./csv.ts";
import { cardsPage } from "./card-pages.ts";
import { balancesPage, downloadPage } from "./data-pages.ts";
import { statementPage, statementsPage } from "./statement-pages.ts";
import { showLogin, type BancoC } from "./entry.ts";
import { framed, page } from "./page.ts";
import { statementsOf } from "./statements.ts";
import { formPeriod, notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;

/** The pages behind the login. */
export function contentRoutes(portal: BancoC): Hono<SandboxEnv> {
  const { world, book, cards } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Ctx) => showLogin(c, portal, notices.ended);
  const periods = () => offeredPeriods(world.today());
  const show = (c: Ctx, visit: Inside, title: string, body: Html) =>
    page(c, portal, title, framed(base, visit, body));

  const { inside, data } = insidePages(portal, ended);
  /** For pages that first check the query. */
  const answered = (
    c: Ctx,
    session: Session<BankVisit>,
    section: string,
    open: (changed: boolean) => Response | Promise<Response>,
  ) => showSection(c, portal, session, section, { ended: () => ended(c), open });

  const askedPeriod = (text: string | undefined | null) =>
    periods().find((period) => formPeriod(period) === text);
  const askedAccount = (visit: Inside, text: string | undefined | null) =>
    book.accounts(visit.company).find(({ position }) => String(position) === text);

  routes.get(
    "/inicio",
    inside((c, visit) => show(c, visit, "Inicio", html`<h1>Bienvenido</h1>`)),
  );

  routes.get(
    "/saldos",
    data("saldos", (c, visit, changed) => {
      const balances = balancesOf(book, visit.company);
      return show(c, visit, "Saldos", balancesPage(world.today(), balances, changed));
    }),
  );

  routes.get(
    "/movimientos",
    inside((c, visit) => {
      const form = downloadPage(base, book.accounts(visit.company), periods());
      return show(c, visit, "Movimientos", form);
    }),
  );

  routes.post(
    "/movimientos/descarga",
    inside(async (c, visit, session) => {
      const form = new URLSearchParams(await c.req.text());
      const [account, period] = [
        askedAccount(visit, form.get("cuenta")),
        askedPeriod(form.get("mes")),
      ];
      if (!account || !period) return c.redirect(`${base}/movimientos`);
      return answered(c, session, "movimientos", (changed) => {
        world.counters.add("downloads");
        const rows = windowRows(book, account, period);
        const { company } = visit;
        const csv = csvOf({ company, account, period, today: world.today(), rows, changed });
        const name = `movimientos_${account.number}_${formPeriod(period)}.csv`;
        return c.body(new Uint8Array(Buffer.from(csv, "latin1")), 200, {
          "content-type": "text/csv; charset=ISO-8859-1",
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "no-store",
        });
      });
    }),
  );

  routes.get(
    "/cartolas",
    inside((c, visit, session) => {
      const search = { accounts: book.accounts(visit.company), periods: periods() };
      const [account, period] = [
        askedAccount(visit, c.req.query("cuenta")),
        askedPeriod(c.req.query("mes")),
      ];
      if (!account || !period) return show(c, visit, "Cartolas", statementsPage(base, search));
      return answered(c, session, "cartolas", () => {
        const found = statementsOf([account], period, world.today());
        const asked = { account, period, found };
        return show(c, visit, "Cartolas", statementsPage(base, { ...search, asked }));
      });
    }),
  );

  routes.get(
    "/cartolas/:cuenta/:mes",
    inside((c, visit, session) => {
      const account = askedAccount(visit, c.req.param("cuenta"));
      const period = askedPeriod(c.req.param("mes"));
      const [statement] = account && period ? statementsOf([account], period, world.today()) : [];
      if (!statement) return c.redirect(`${base}/cartolas`);
      return answered(c, session, "cartolas", (changed) =>
        show(c, visit, "Cartola", statementPage(base, statement, changed)),
      );
    }),
  );

  routes.get(
    "/tarjetas",
    inside((c, visit, session) => {
      const search = { cards: cards.cards(visit.company), periods: periods() };
      const { tarjeta, estado, mes } = c.req.query();
      const card = search.cards.find(({ position }) => String(position) === tarjeta);
      const period = estado === "F" ? askedPeriod(mes) : undefined;
      if (!card || (estado === "F" && !period))
        return show(c, visit, "Tarjetas", cardsPage(base, search, false));
      return answered(c, session, "movimientos_tarjetas", (changed) => {
        const rows = period ? cards.billed(card, period) : cards.unbilled(card);
        const asked = { card, period, rows };
        return show(c, visit, "Tarjetas", cardsPage(base, { ...search, asked }, changed));
      });
    }),
  );
  return routes;
}
