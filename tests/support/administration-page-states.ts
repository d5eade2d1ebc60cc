import { pathOf } from "./dashboard-forms.ts";
import type { DashboardScene } from "./dashboard-scene.ts";
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
    "organizacion-datos": { ...inOrganization("/organizacion"), heading: "Organización" },
    "organizacion-sin-nombre": {
      ...inOrganization("/organizacion"),
      act: (page) => typeIn(page, { nombre: " " }, "Guardar"),
      heading: "Organización",
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
