import { AppError } from "#lib/kernel/errors/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { alertsOf } from "./alerts.ts";
import { asksToLogIn, type PortalPages } from "./portal-pages.ts";

/**
 * Chooses the company in the invoicer, which remembers its own choice across sessions. Returns the
 * types that the person may issue for it.
 */
export async function enterInvoicer(pages: PortalPages): Promise<number[]> {
  const { rut } = pages;
  if (rut === null) throw new TypeError("the invoicer before the login");
  const list = await pages.get("/facturador");
  if (asksToLogIn(list)) throw new SessionEnded();
  if (/id="sin-facturador"/.test(list)) throw new AppError("tributario_facturador_not_enabled");
  if (!new RegExp(`<option value="${rut}"`, "i").test(list)) {
    if (!/name="RUT_EMP"|id="sin-empresas"/.test(list))
      throw new AppError("tributario_facturador_contract_changed");
    throw new AppError("tributario_facturador_not_enrolled");
  }
  const menu = await pages.inside(await pages.post("/facturador/empresa", { RUT_EMP: rut }));
  if (alertsOf(menu).length > 0) throw new AppError("tributario_facturador_not_enrolled");
  if (!/<ul id="tipos"/.test(menu)) throw new AppError("tributario_facturador_contract_changed");
  return [...menu.matchAll(/data-tipo="(\d+)"/g)].map(([, tipo]) => Number(tipo));
}
