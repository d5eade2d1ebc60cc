import { html } from "hono/html";
import type { Show } from "../gate.ts";
import { page, type Html } from "../page.ts";
import { isOwnLogin } from "../people.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";

type Shown = Response | Promise<Response>;

/** A page of the fee receipts: only for the company's own login. */
export function ownLogin(
  portal: Tributario,
  show: (c: Ctx, company: string, visit: TributarioVisit) => Shown,
): Show {
  const { base } = portal.world;
  return (c, visit) => {
    if (!isOwnLogin(visit.taxpayer)) return page(c, portal, "Honorarios", refusalPage(base));
    const { company } = visit;
    return company ? show(c, company, visit) : c.redirect(`${base}/empresas`, 303);
  };
}

/** A representative may do much for a company, but neither read nor issue its fee receipts. */
function refusalPage(base: string): Html {
  return html`<h1>Boletas de honorarios electrónicas</h1>
    <p class="aviso" id="sin-acceso">
      Esta consulta sólo está disponible para el contribuyente autenticado con su propia Clave.
    </p>
    <p><a href="${base}/portada">Volver</a></p>`;
}
