import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { offeredPeriods } from "../../bank/offered-periods.ts";
import { sectionGate } from "../../bank/section-gate.ts";
import { unavailable } from "../../system/interference.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { balancesOf } from "./balances.ts";
import { csvOf, windowRows } from "./csv.ts";
import { cardsPage } from "./card-pages.ts";
import { balancesPage, downloadPage } from "./data-pages.ts";
import { statementPage, statementsPage } from "./statement-pages.ts";
import { showLogin } from "./entry.ts";
import { inside, page, type Html } from "./page.ts";
import { visitOf, type BancoC, type Visit } from "./session.ts";
import { statementsOf } from "./statements.ts";
import { formPeriod, notices } from "./words.ts";

type Ctx = Context<SandboxEnv>;
type Section = "saldos" | "movimientos" | "cartolas" | "movimientos_tarjetas";
type Answer = Response | Promise<Response>;

/** The pages behind the login. */
export function contentRoutes(portal: BancoC): Hono<SandboxEnv> {
  const { world, book, cards } = portal;
  const { base } = world;
  const routes = new Hono<SandboxEnv>();
  const ended = (c: Ctx) => showLogin(c, portal, notices.ended);
  const periods = () => offeredPeriods(world);
  const show = (c: Ctx, visit: Visit, title: string, body: Html) =>
    page(c, portal, title, inside(base, visit, body));

  function visited(answer: (c: Ctx, visit: Visit) => Answer) {
    return (c: Ctx) => {
      const visit = visitOf(c, portal)?.data;
      return visit && !visit.variant ? answer(c, visit) : ended(c);
    };
  }

  /** An answer with data of a section: here a session can end or be cut in the middle. */
  function data(
    c: Ctx,
    visit: Visit,
    section: Section,
    answer: (changed: boolean) => Answer,
  ): Answer {
    const gate = sectionGate(world, visit, section);
    if (gate === "cut") return unavailable(c);
    if (gate === "open") return answer(world.faults.take("layout_changed") !== undefined);
    portal.sessions.drop(visitOf(c, portal)?.id ?? "");
    return ended(c);
  }

  const askedPeriod = (text: string | undefined | null) =>
    periods().find((period) => formPeriod(period) === text);
  const askedAccount = (visit: Visit, text: string | undefined | null) =>
    book.accounts(visit.company).find(({ position }) => String(position) === text);

  routes.get(
    "/inicio",
    visited((c, visit) => show(c, visit, "Inicio", html`<h1>Bienvenido</h1>`)),
  );

  routes.get(
    "/saldos",
    visited((c, visit) =>
      data(c, visit, "saldos", (changed) => {
        const balances = balancesOf(book, visit.company);
        return show(c, visit, "Saldos", balancesPage(world.today(), balances, changed));
      }),
    ),
  );

  routes.get(
    "/movimientos",
    visited((c, visit) => {
      const form = downloadPage(base, book.accounts(visit.company), periods());
      return show(c, visit, "Movimientos", form);
    }),
  );

  routes.post(
    "/movimientos/descarga",
    visited(async (c, visit) => {
      const form = new URLSearchParams(await c.req.text());
      const [account, period] = [
        askedAccount(visit, form.get("cuenta")),
        askedPeriod(form.get("mes")),
      ];
      if (!account || !period) return c.redirect(`${base}/movimientos`);
      return data(c, visit, "movimientos", (changed) => {
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
    visited((c, visit) => {
      const search = { accounts: book.accounts(visit.company), periods: periods() };
      const [account, period] = [
        askedAccount(visit, c.req.query("cuenta")),
        askedPeriod(c.req.query("mes")),
      ];
      if (!account || !period) return show(c, visit, "Cartolas", statementsPage(base, search));
      return data(c, visit, "cartolas", () => {
        const found = statementsOf([account], period, world.today());
        const asked = { account, period, found };
        return show(c, visit, "Cartolas", statementsPage(base, { ...search, asked }));
      });
    }),
  );

  routes.get(
    "/cartolas/:cuenta/:mes",
    visited((c, visit) => {
      const account = askedAccount(visit, c.req.param("cuenta"));
      const period = askedPeriod(c.req.param("mes"));
      const [statement] = account && period ? statementsOf([account], period, world.today()) : [];
      if (!statement) return c.redirect(`${base}/cartolas`);
      return data(c, visit, "cartolas", (changed) =>
        show(c, visit, "Cartola", statementPage(base, statement, changed)),
      );
    }),
  );

  routes.get(
    "/tarjetas",
    visited((c, visit) => {
      const search = { cards: cards.cards(visit.company), periods: periods() };
      const { tarjeta, estado, mes } = c.req.query();
      const card = search.cards.find(({ position }) => String(position) === tarjeta);
      const period = estado === "F" ? askedPeriod(mes) : undefined;
      if (!card || (estado === "F" && !period))
        return show(c, visit, "Tarjetas", cardsPage(base, search, false));
      return data(c, visit, "movimientos_tarjetas", (changed) => {
        const rows = period ? cards.billed(card, period) : cards.unbilled(card);
        const asked = { card, period, rows };
        return show(c, visit, "Tarjetas", cardsPage(base, { ...search, asked }, changed));
      });
    }),
  );
  return routes;
}
