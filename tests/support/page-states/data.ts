import type { DashboardScene, Someone } from "../scenes/dashboard-scene.ts";

interface PageState {
  route: string;
  who: () => Someone;
  path: () => string;
  heading: string;
}

/** A cursor in a list of events that nothing follows. */
const beforeAllEvents = Buffer.from(JSON.stringify(["whev_0"])).toString("base64url");

/** Pages of what an organization has and sends: empty, full and with errors. */
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
  const reading = () => scene().reading;
  return {
    conexiones: full("conexiones", () => "conexiones", "Conexiones"),
    "conexiones-ninguna": bare("conexiones", "Conecta tu primer sistema"),
    conexion: full("conexiones/:conn", () => `conexiones/${scene().connectionId}`, "Conexión de"),
    "conexion-rechazada": full(
      "conexiones/:conn",
      () => `conexiones/${reading().rejected}`,
      "El portal rechazó la clave desde",
    ),
    "conexion-ajena": full("conexiones/:conn", () => "conexiones/conn_nada", missing),
    consentimientos: full(
      "conexiones/:conn/consentimientos",
      () => `conexiones/${scene().connectionId}/consentimientos`,
      "Consentimientos",
    ),
    "consentimientos-ninguno": full(
      "conexiones/:conn/consentimientos",
      () => `conexiones/${reading().rejected}/consentimientos`,
      "Ninguno todavía",
    ),
    "consentimientos-ajenos": full(
      "conexiones/:conn/consentimientos",
      () => "conexiones/conn_nada/consentimientos",
      missing,
    ),
    sincronizaciones: full("sincronizaciones", () => "sincronizaciones", "Sincronizaciones"),
    "sincronizaciones-ninguna": bare("sincronizaciones", "Ninguna sincronización todavía"),
    "sincronizaciones-filtradas": full(
      "sincronizaciones",
      () => "sincronizaciones?periodo=2024-01",
      "Ninguna calza",
    ),
    sincronizacion: full(
      "sincronizaciones/:sjb",
      () => `sincronizaciones/${reading().done}`,
      "Banco A",
    ),
    "sincronizacion-fallida": full(
      "sincronizaciones/:sjb",
      () => `sincronizaciones/${reading().failed}`,
      "Banco A",
    ),
    "sincronizacion-ajena": full(
      "sincronizaciones/:sjb",
      () => "sincronizaciones/sjb_nada",
      missing,
    ),
    webhooks: full("webhooks", () => "webhooks", "Webhooks"),
    "webhooks-ninguno": bare("webhooks", "Ningún webhook todavía"),
    webhook: full("webhooks/:whk", () => `webhooks/${planted().live}`, "https://hooks.maule"),
    "webhook-deshabilitado": full(
      "webhooks/:whk",
      () => `webhooks/${planted().disabled}`,
      "Deshabilitado desde",
    ),
    "webhook-perdidos": full(
      "webhooks/:whk/recuperar",
      () => `webhooks/${planted().disabled}/recuperar`,
      "Lo que no le llegó",
    ),
    "webhook-nada-perdido": full(
      "webhooks/:whk/recuperar",
      () => `webhooks/${planted().live}/recuperar?desde=${beforeAllEvents}`,
      "Nada falta aquí",
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
