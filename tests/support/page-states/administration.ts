import type { Page } from "playwright-core";
import { pathOf } from "../scenes/dashboard-forms.ts";
import type { DashboardScene } from "../scenes/dashboard-scene.ts";
import { typeIn, type PageState } from "./page-state.ts";

/** Pages of keys, people and calls. */
export function administrationPageStates(scene: () => DashboardScene): Record<string, PageState> {
  const inOrganization = (rest: string, more = "") => ({
    who: () => scene().full,
    route: `/dashboard/:org${rest}`,
    path: () => pathOf(scene(), `/dashboard/:org${rest}`) + more,
  });
  return {
    claves: { ...inOrganization("/claves"), heading: "Claves" },
    "claves-ninguna": {
      ...inOrganization("/claves", "?estado=terminadas"),
      heading: "Ninguna ha terminado",
    },
    clave: { ...inOrganization("/claves/:key"), heading: "Contabilidad <b>central</b>" },
    "clave-mal-escrita": {
      ...inOrganization("/claves/:key"),
      act: (page) => typeIn(page, { escrito: "otra" }, "Revocar la clave"),
      heading: "Contabilidad <b>central</b>",
    },
    "clave-diferencia": {
      ...inOrganization("/claves/:key/permisos", "?permiso=banco_a:read&permiso=core:read"),
      heading: "Lo que cambia",
    },
    "clave-nueva": {
      ...inOrganization("/claves/nueva", "?modelo=lectura"),
      heading: "Crear una clave",
    },
    "clave-lista": {
      ...inOrganization("/claves/nueva", "?modelo=lectura"),
      act: (page) => typeIn(page, { nombre: "Robot" }, "Crear la clave"),
      heading: "La clave está lista",
    },
    "clave-sin-nombre": {
      ...inOrganization("/claves/nueva"),
      act: (page) => typeIn(page, { nombre: " " }, "Crear la clave"),
      heading: "Crear una clave",
    },
    "clave-cambiada": {
      ...inOrganization("/claves/:key/permisos", "?permiso=banco_a:read&permiso=core:read"),
      act: (page) => editedMeanwhile(page),
      heading: changedMeanwhile,
    },
    "miembro-cambiado": {
      ...inOrganization("/miembros/:member"),
      act: (page) => editedMeanwhile(page),
      heading: changedMeanwhile,
    },
    "enlace-listo": {
      ...inOrganization("/conexiones"),
      act: (page) => typeIn(page, {}, "Crear el enlace"),
      heading: "Enlace creado",
    },
    "organizacion-datos": { ...inOrganization("/organizacion"), heading: "Organización" },
    "honorarios-limites": {
      ...inOrganization("/honorarios/limites"),
      heading: "Límites de honorarios",
    },
    "honorarios-limites-mal": {
      ...inOrganization("/honorarios/limites"),
      act: (page) => typeIn(page, { montoMaximo: "mucho" }, "Guardar"),
      heading: "Límites de honorarios",
    },
    "organizacion-sin-nombre": {
      ...inOrganization("/organizacion"),
      act: (page) => typeIn(page, { nombre: " " }, "Guardar"),
      heading: "Organización",
    },
    "organizacion-cambiada": {
      ...inOrganization("/organizacion"),
      act: (page) => editedMeanwhile(page, { nombre: "Contadores del Biobío SpA" }),
      heading: changedMeanwhile,
    },
    "webhook-mal": {
      ...inOrganization("/webhooks"),
      act: async (page) => {
        await typeIn(page, { url: "https://10.0.0.7/in" }, "Crear y ver su secreto");
        await page.getByText("tiene que ser pública").first().waitFor();
      },
      heading: "Webhooks",
    },
    "conexion-otro-nombre": {
      ...inOrganization("/conexiones/:conn"),
      act: (page) => typeIn(page, { "escrito-eliminar": "otra" }, "Eliminar la conexión"),
      heading: "Eliminar la conexión",
    },
    "organizacion-otro-nombre": {
      ...inOrganization("/organizacion"),
      act: (page) => typeIn(page, { escrito: "otra" }, "Eliminar la organización"),
      heading: "Eliminar la organización",
    },
    "organizacion-sin-respuesta": {
      ...inOrganization("/organizacion"),
      act: (page) =>
        typeIn(page, { escrito: "Contadores del Maule SpA" }, "Eliminar la organización"),
      heading: "Todavía no se puede eliminar",
    },
    "organizacion-se-elimina": {
      ...inOrganization("/organizacion"),
      path: () => `/dashboard/${scene().leavingOrganizationId}/organizacion`,
      heading: "Esta organización se elimina",
    },
    "inicio-se-elimina": {
      ...inOrganization(""),
      path: () => `/dashboard/${scene().leavingOrganizationId}`,
      heading: "Esta organización se elimina",
    },
    "espera-eliminacion": {
      ...inOrganization("/claves/nueva"),
      path: () => `/dashboard/${scene().leavingOrganizationId}/claves/nueva`,
      act: (page) => typeIn(page, { nombre: "Robot" }, "Crear la clave"),
      heading: "No lo cambiamos",
    },
    uso: { ...inOrganization("/uso"), heading: "Uso" },
    "uso-nada": {
      ...inOrganization("/uso"),
      path: () => `/dashboard/${scene().bareOrganizationId}/uso`,
      heading: "Ninguna conexión todavía",
    },
    miembros: { ...inOrganization("/miembros"), heading: "Miembros" },
    "miembros-mal": {
      ...inOrganization("/miembros"),
      act: (page) => typeIn(page, { correo: scene().full.mail }, "Invitar"),
      heading: "Miembros",
    },
    miembro: { ...inOrganization("/miembros/:member"), heading: "Ana Soto" },
    "miembro-unico": {
      ...inOrganization("/miembros/:member"),
      act: (page) => typeIn(page, {}, "Quitar a Ana Soto"),
      heading: "No lo cambiamos",
    },
    auditoria: { ...inOrganization("/auditoria"), heading: "Auditoría" },
    "auditoria-nada": {
      ...inOrganization("/auditoria", "?actor=key_nadie"),
      heading: "Sin llamadas en este rango",
    },
    "auditoria-solicitud": { ...inOrganization("/auditoria/:request"), heading: "Solicitud" },
    "auditoria-exportar": {
      ...inOrganization("/auditoria/exportar"),
      heading: "Descargar llamadas",
    },
  };
}

const changedMeanwhile = "Cambió mientras editabas";

/** Submits a form whose values somebody else has changed meanwhile. */
async function editedMeanwhile(page: Page, fields: Record<string, string> = {}): Promise<void> {
  await page.evaluate("document.querySelector('main input[name=version]').value = 'otra'");
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`main input[name=${name}]`).fill(value);
  }
  const form = page.locator("main form", { has: page.locator("input[name=version]") });
  await form.first().locator("button[type=submit]").click();
}
