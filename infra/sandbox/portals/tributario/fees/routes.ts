import { Hono } from "hono";
import { offeredPeriods } from "../../../generator/calendar.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";
import { isOwnLogin } from "../people.ts";
import { refusalPage, reportPage, searchPage } from "./pages.ts";
import { sides } from "./receipt.ts";

const perPage = 25;

/** Fee receipts of a month, issued and received, a page of 25 at a time. */
export function feeRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, fees } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const routes = new Hono<SandboxEnv>();

  /** Only who is the company reads its receipts. */
  function own(show: (c: Ctx, company: string) => Response | Promise<Response>) {
    return (c: Ctx, { taxpayer, company }: TributarioVisit) => {
      if (!isOwnLogin(taxpayer)) return page(c, portal, "Honorarios", refusalPage(base));
      return company ? show(c, company) : c.redirect(`${base}/empresas`, 303);
    };
  }

  routes.get(
    "/",
    gate.inside(
      own((c, company) =>
        page(c, portal, "Honorarios", searchPage(base, company, offeredPeriods(world.today()))),
      ),
    ),
  );

  routes.get(
    "/informe",
    gate.data(
      "boletas",
      own((c, company) => {
        const { lado, periodo, pagina = "1" } = c.req.query();
        const period = offeredPeriods(world.today()).find(
          (one) => one.replace("-", "") === periodo,
        );
        const side = sides.find((one) => one.toUpperCase() === lado);
        const number = Number(pagina);
        if (!period || !side || !Number.isInteger(number) || number < 1) {
          return alertPage(c, portal, ["La consulta ingresada no es válida."], "/honorarios");
        }
        const all = fees.receipts(company, period).filter((one) => one.side === side);
        const shown = {
          company,
          side,
          period,
          receipts: all.slice((number - 1) * perPage, number * perPage),
          all: all.length,
          number,
          of: Math.ceil(all.length / perPage),
          changed: layoutChanged(portal),
        };
        return page(c, portal, "Honorarios", reportPage(base, shown));
      }),
    ),
  );
  return routes;
}
