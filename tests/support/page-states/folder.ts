import type { Page } from "playwright-core";
import { pathOf } from "../scenes/dashboard-forms.ts";
import type { DashboardScene } from "../scenes/dashboard-scene.ts";
import type { PageState } from "./page-state.ts";

/** Pages of tax folders while one is open, being closed, or unknown. */
export function folderPageStates(scene: () => DashboardScene): Record<string, PageState> {
  const inOrganization = (rest: string, more = "") => ({
    who: () => scene().full,
    route: `/dashboard/:org${rest}`,
    path: () => pathOf(scene(), `/dashboard/:org${rest}`) + more,
  });
  const owner: DashboardScene["api"]["database"]["owner"] = (query, values) =>
    scene().api.database.owner(query, values);
  const change = (set: string) =>
    owner(`update tax_folder_requests set ${set} where id = $1`, [scene().folderId]);
  const whole = "state = 'lista', closing_since = null, close_again_at = null, downloads = 0";

  /** The folder's page in that state. */
  const folder = (heading: string, act: (page: Page) => Promise<void>): PageState => ({
    ...inOrganization("/carpetas/:carp"),
    act: async (page) => {
      await act(page);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await change(whole);
    },
    heading,
  });
  const shownAgain = async (page: Page, set: string): Promise<void> => {
    await change(set);
    await page.reload();
  };

  return {
    carpetas: { ...inOrganization("/carpetas"), heading: "Carpetas tributarias" },
    "carpetas-filtradas": {
      ...inOrganization("/carpetas", "?estado=cerrada"),
      heading: "Ninguna carpeta calza",
    },
    "carpetas-destinatario": {
      ...inOrganization("/carpetas/destinatario"),
      heading: "Espera tu confirmación",
    },
    carpeta: {
      ...inOrganization("/carpetas/:carp"),
      heading: "Carpeta para solicitar créditos",
    },
    "carpeta-agotada": folder("Carpeta para solicitar créditos", async (page) => {
      // Somebody took the last one meanwhile.
      await change("downloads = 5");
      await page.getByRole("button", { name: "Descargar el PDF" }).click();
      await page.getByRole("alert").waitFor();
    }),
    "carpeta-cerrandose": folder("Todavía no se cierra", (page) =>
      shownAgain(page, "state = 'cerrando', closing_since = now(), close_again_at = now()"),
    ),
    "carpeta-desconocida": folder("Seguir sin ella", async (page) => {
      const operation = "id = (select operation_id from tax_folder_requests where id = $1)";
      const { folderId, api } = scene();
      const values = [folderId, new Date(api.clock.now().getTime() - 25 * 3_600_000)];
      await owner(
        `update operations set state = 'unknown', barrier_at = $2 where ${operation}`,
        values,
      );
      await owner(
        `insert into operation_evidence (id, organization_id, operation_id, token, step, found, at)
         select 'rec_' || $1, organization_id, id, 1, 'issued_list', '{"listed": 3, "matching": 0, "candidates": 0}',
           $2::timestamptz + interval '25 hours' from operations where ${operation} on conflict do nothing`,
        values,
      );
      await shownAgain(page, "state = 'inconclusa'");
      await page.getByRole("heading", { name: "No pidas otra" }).waitFor();
      await owner(`update operations set state = 'done' where ${operation}`, [folderId]);
    }),
  };
}
