import { Hono } from "hono";
import { html } from "hono/html";
import { movePeriod, offeredPeriods } from "../../../generator/calendar.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { downloadOf } from "../download.ts";
import { createGate, layoutChanged } from "../gate.ts";
import { alertPage, page } from "../page.ts";
import type { Ctx, Tributario } from "../session.ts";
import { feeAlerts } from "./alerts.ts";
import { annulRoutes } from "./annul.ts";
import { monthsAhead } from "./book.ts";
import { issueRoutes } from "./issue.ts";
import { createLateReceipts } from "./late-receipts.ts";
import { ownLogin } from "./own-login.ts";
import { menuPage, reportPage, yearPage } from "./pages.ts";
import { printedReceipt } from "./printed.ts";
import { sides } from "./receipt.ts";

const perPage = 25;

/** Fee receipts: by month and year, each as a PDF, and the forms that issue and annul. */
export function feeRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, fees } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const lateList = createLateReceipts(world);
  const routes = new Hono<SandboxEnv>();
  const refuse = (c: Ctx) => alertPage(c, portal, [feeAlerts.query], "/honorarios");
  const sideOf = (c: Ctx) => sides.find((one) => one.toUpperCase() === c.req.query("lado"));
  const periods = () => offeredPeriods(world.today(), monthsAhead);
  const years = () => [...new Set(periods().map((period) => period.slice(0, 4)))];

  routes.get(
    "/",
    gate.inside(
      ownLogin(portal, (c, company) => {
        const offered = { periods: periods(), years: years() };
        return page(c, portal, "Honorarios", menuPage(base, company, offered));
      }),
    ),
  );

  routes.get(
    "/informe",
    gate.data(
      "boletas",
      ownLogin(portal, (c, company) => {
        const side = sideOf(c);
        const period = periods().find((one) => one.replace("-", "") === c.req.query("periodo"));
        const asked = Number(c.req.query("pagina") ?? "0");
        if (!period || !side || !Number.isInteger(asked) || asked < 0) return refuse(c);
        const held = fees.receipts(company, period).filter((one) => one.side === side);
        const all = lateList.visible({ company, side, period }, held, asked);
        // After the last page comes the last page again, whatever number was requested.
        const number = Math.min(asked, Math.max(0, Math.ceil(all.length / perPage) - 1));
        const receipts = all.slice(number * perPage, (number + 1) * perPage);
        const changed = layoutChanged(portal);
        const shown = { company, side, period, receipts, all, asked, changed };
        return page(c, portal, "Honorarios", reportPage(base, shown));
      }),
    ),
  );

  routes.get(
    "/anual",
    gate.data(
      "boletas",
      ownLogin(portal, (c, company) => {
        const side = sideOf(c);
        const year = years().find((one) => one === c.req.query("anio"));
        if (!year || !side) return refuse(c);
        const months = Array.from({ length: 12 }, (_, index) => ({
          month: index + 1,
          receipts: fees
            .receipts(company, movePeriod(`${year}-01`, index))
            .filter((one) => one.side === side),
        }));
        const differs = world.faults.take("summary_differs") !== undefined;
        const shown = { company, side, year, months, differs };
        return page(c, portal, "Honorarios", yearPage(base, shown));
      }),
    ),
  );

  routes.get(
    "/documento",
    gate.step(
      ownLogin(portal, (c, company) => {
        const receipt = fees.byBarCode(company, c.req.query("txt_codigobarras") ?? "");
        if (!receipt) return alertPage(c, portal, [feeAlerts.unknownReceipt], "/honorarios");
        if (world.faults.take("pdf_late")) return page(c, portal, "Documento", notYet);
        const { contentType, bytes } = downloadOf(world, company, {
          pagesOf: (rut) => printedReceipt(rut, receipt),
        });
        return c.body(bytes, 200, { "content-type": contentType });
      }),
    ),
  );

  routes.route("/emitir", issueRoutes(portal));
  routes.route("/anular", annulRoutes(portal));
  return routes;
}

const notYet = html`<p class="aviso" id="documento-en-proceso">
  El documento se encuentra en proceso. Intente más tarde.
</p>`;
