import type { DashboardScene, Someone } from "./dashboard-scene.ts";

interface PageState {
  route: string;
  who: () => Someone;
  path: () => string;
  heading: string;
}

/** Pages of what an organization has and sends: empty, full and what went wrong. */
export function dataPageStates(scene: () => DashboardScene): Record<string, PageState> {
  const full = (route: string, path: () => string, heading: string): PageState => ({
    route: `/dashboard/:org/${route}`,
    who: () => scene().full,
    path: () => `/dashboard/${scene().organizationId}/${path()}`,
    heading,
  });
  const bare = (route: string, heading: string): PageState => ({
    ...full(route, () => route, heading),
    path: () => `/dashboard/${scene().bareOrganizationId}/${route}`,
  });
  const planted = () => scene().webhooks;
  const missing = "No encontramos esta página";
  return {
    webhooks: full("webhooks", () => "webhooks", "Webhooks"),
    "webhooks-ninguno": bare("webhooks", "Ningún webhook todavía"),
    webhook: full("webhooks/:whk", () => `webhooks/${planted().live}`, "https://hooks.maule"),
    "webhook-deshabilitado": full(
      "webhooks/:whk",
      () => `webhooks/${planted().disabled}`,
      "Deshabilitado desde",
    ),
    "webhook-ajeno": full("webhooks/:whk", () => "webhooks/whk_nada", missing),
    entregas: full("entregas", () => "entregas", "Entregas"),
    "entregas-ninguna": bare("entregas", "Ninguna entrega todavía"),
    "entregas-filtradas": full(
      "entregas",
      () => "entregas?estado=pending",
      "Ninguna entrega calza",
    ),
    entrega: full("entregas/:whd", () => `entregas/${planted().delivered}`, "Entrega de"),
    "entrega-fallida": full("entregas/:whd", () => `entregas/${planted().failed}`, "Entrega de"),
    "entrega-ajena": full("entregas/:whd", () => "entregas/whd_nada", missing),
    evento: full("eventos/:whev", () => `eventos/${planted().event}`, "connect_session.consumed"),
    "evento-ajeno": full("eventos/:whev", () => "eventos/whev_nada", missing),
  };
}
