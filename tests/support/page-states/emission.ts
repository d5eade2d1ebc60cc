import type { Page } from "playwright-core";
import type { DashboardScene, Someone } from "../scenes/dashboard-scene.ts";

interface PageState {
  route: string;
  who: () => Someone;
  path: () => string;
  act?: (page: Page) => Promise<void>;
  heading: string;
}

/** Pages of documents to be issued, and of issued ones. */
export function emissionPageStates(scene: () => DashboardScene): Record<string, PageState> {
  const page = (route: string, id: () => string, heading: string): PageState => ({
    route: `/dashboard/:org/${route}`,
    who: () => scene().full,
    path: () => `/dashboard/${scene().organizationId}/${route.replace(/:\w+/, id)}`,
    heading,
  });
  const bare = (route: string, heading: string): PageState => ({
    ...page(route, () => "", heading),
    path: () => `/dashboard/${scene().bareOrganizationId}/${route}`,
  });
  const prepared = () => scene().preparationId;
  const operations = () => scene().operations;
  return {
    emisiones: page("emisiones", () => "", "Emisiones"),
    "emisiones-ninguna": bare("emisiones", "Ninguna emisión todavía"),
    "emisiones-filtradas": {
      ...bare("emisiones", "Ninguna emisión calza"),
      path: () => `/dashboard/${scene().organizationId}/emisiones?estado=rechazado`,
    },
    emision: page("emisiones/:oper", () => operations().emitted, "Factura electrónica 1201"),
    "emision-desconocida": page("emisiones/:oper", () => operations().unknown, "No la repitas"),
    "emision-ajena": page(
      "emisiones/:oper",
      () => "oper_00000000000000000000000000",
      "No encontramos esta página",
    ),
    honorarios: page("honorarios", () => "", "Honorarios"),
    "honorarios-ninguna": bare("honorarios", "Ninguna boleta todavía"),
    "honorarios-filtradas": {
      ...bare("honorarios", "Ninguna solicitud calza"),
      path: () => `/dashboard/${scene().organizationId}/honorarios?estado=lapsed`,
    },
    honorario: page("honorarios/:hon", () => scene().feeReceipts.issued, "OC-issued"),
    "honorario-desconocido": page(
      "honorarios/:hon",
      () => scene().feeReceipts.inconclusive,
      "No la repitas",
    ),
    "honorario-anulacion": page(
      "honorarios/:hon",
      () => scene().feeReceipts.annulment,
      "Anulación de OC-issued",
    ),
    confirmaciones: page("confirmaciones", () => "", "Confirmaciones"),
    "confirmaciones-ninguna": bare("confirmaciones", "Nada espera"),
    confirmacion: page("confirmaciones/:prv", prepared, "Factura electrónica"),
    "confirmacion-cambiada": {
      ...page("confirmaciones/:prv", prepared, "El documento cambió"),
      act: async (shown) => {
        await shown.evaluate("document.querySelector('input[name=visto]').value = 'otro'");
        await shown.getByRole("button", { name: "Confirmar la emisión" }).click();
      },
    },
  };
}
