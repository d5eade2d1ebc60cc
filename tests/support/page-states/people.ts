import { pathOf } from "../scenes/dashboard-forms.ts";
import { password, type DashboardScene } from "../scenes/dashboard-scene.ts";
import { typeIn, type PageState } from "./page-state.ts";

/** Pages for signing up and in, for a person's organizations, and for their applications. */
export function peoplePageStates(scene: () => DashboardScene): Record<string, PageState> {
  let count = 0;
  const asFull = { who: () => scene().full };
  const inOrganization = (rest: string) => ({
    ...asFull,
    route: `/dashboard/:org${rest}`,
    path: () => pathOf(scene(), `/dashboard/:org${rest}`),
  });
  return {
    entrar: { route: "/login", heading: "Entra a Connect" },
    "entrar-mal": {
      route: "/login",
      act: (page) => typeIn(page, { correo: "nadie@maule.example", clave: "no es la correcta" }),
      heading: "No pudimos entrar",
    },
    "otra-vez": {
      ...asFull,
      route: "/login/otra-vez",
      path: () => "/login/otra-vez?next=/dashboard/cuenta",
      heading: "Confirma que eres tú",
    },
    "otra-vez-mal": {
      who: () => scene().empty,
      route: "/login/otra-vez",
      path: () => "/login/otra-vez?next=/dashboard/cuenta",
      act: (page) => typeIn(page, { clave: "no es la correcta" }),
      heading: "No pudimos entrar",
    },
    registro: { route: "/login/registro", heading: "Crea tu cuenta" },
    "registro-mal": {
      route: "/login/registro",
      act: (page) => typeIn(page, { nombre: "Ana", correo: "ana@maule.cl", clave: "corta" }),
      heading: "Crea tu cuenta",
    },
    verificar: {
      route: "/login/verificar",
      path: () => "/login/registro",
      act: (page) =>
        typeIn(page, {
          nombre: "Ana",
          correo: `nueva${(count += 1)}@maule.example`,
          clave: password,
        }),
      heading: "Confirma tu correo",
    },
    "verificar-mal": {
      route: "/login/verificar",
      path: () => "/login/registro",
      act: async (page) => {
        const correo = `otra${(count += 1)}@maule.example`;
        await typeIn(page, { nombre: "Ana", correo, clave: password });
        await typeIn(page, { codigo: "00000000" });
        await page.getByRole("alert").waitFor();
      },
      heading: "El código no corresponde",
    },
    "verificar-sin-correo": { route: "/login/verificar", heading: "Confirma tu correo" },
    recuperar: { route: "/login/recuperar", heading: "Elige otra contraseña" },
    "recuperar-clave": {
      route: "/login/recuperar/clave",
      path: () => "/login/recuperar",
      act: async (page) => {
        await typeIn(page, { correo: "nadie2@maule.example" });
        await typeIn(page, { codigo: "12345678", clave: "otra frase bien larga" });
      },
      heading: "El código no corresponde",
    },
    "organizaciones-ninguna": {
      route: "/dashboard",
      who: () => scene().empty,
      path: () => "/dashboard",
      heading: "Tus organizaciones",
    },
    organizaciones: { ...asFull, route: "/dashboard", heading: "Tus organizaciones" },
    "organizaciones-sin-nombre": {
      ...asFull,
      route: "/dashboard",
      act: (page) => typeIn(page, { nombre: " " }),
      heading: "Tus organizaciones",
    },
    organizacion: { ...inOrganization(""), heading: "Contadores del Maule SpA" },
    "inicio-primeros-pasos": {
      ...inOrganization(""),
      path: () => `/dashboard/${scene().bareOrganizationId}`,
      heading: "Primeros pasos",
    },
    aplicaciones: { ...inOrganization("/aplicaciones"), heading: "Aplicaciones" },
    "aplicaciones-ninguna": {
      ...inOrganization("/aplicaciones"),
      path: () => `/dashboard/${scene().bareOrganizationId}/aplicaciones`,
      heading: "Ninguna todavía",
    },
    aplicacion: { ...inOrganization("/aplicaciones/:grant"), heading: "Asistente de conciliación" },
    "aplicacion-ajena": {
      ...asFull,
      route: "/dashboard/:org/aplicaciones/:grant",
      path: () =>
        `/dashboard/${scene().organizationId}/aplicaciones/grt_00000000000000000000000000`,
      heading: "No encontramos esta página",
    },
    cuenta: { ...asFull, route: "/dashboard/cuenta", heading: "Tu cuenta" },
    "cuenta-mal": {
      ...asFull,
      route: "/dashboard/cuenta",
      act: async (page) => {
        await page.locator("input[name=clave]").fill("no es la correcta");
        await page.locator("input[name=nueva]").fill("otra frase bien larga");
        await page.getByRole("button", { name: "Guardar" }).click();
      },
      heading: "No la cambiamos",
    },
    consentimiento: {
      ...asFull,
      route: "/consent",
      path: () => `${scene().asking}&org=${scene().organizationId}`,
      heading: "¿Dejas que «Asistente contable»",
    },
    "consentimiento-nada": {
      ...asFull,
      route: "/consent",
      path: () => `${scene().asking}&org=${scene().organizationId}`,
      act: async (page) => {
        for (const tick of await page.locator("input[name=permiso]").all()) await tick.uncheck();
        await page.getByRole("button", { name: "Permitir lo marcado" }).click();
      },
      heading: "No marcaste ningún permiso",
    },
    "consentimiento-varias": {
      ...asFull,
      route: "/consent",
      path: () => scene().asking,
      heading: "¿En qué organización",
    },
    "consentimiento-desconocido": {
      route: "/auth/oauth2/authorize",
      path: () => "/auth/oauth2/authorize?client_id=nadie",
      heading: "No conocemos esa aplicación",
    },
    "invitacion-desconocido": {
      route: "/dashboard/invitaciones/:token",
      path: () => scene().invitations.own,
      heading: "Contadores del Maule SpA te invita",
    },
    invitacion: {
      route: "/dashboard/invitaciones/:token",
      who: () => scene().empty,
      path: () => scene().invitations.own,
      heading: "Contadores del Maule SpA te invita",
    },
    "invitacion-ajena": {
      route: "/dashboard/invitaciones/:token",
      who: () => scene().empty,
      path: () => scene().invitations.other,
      heading: "Contadores del Maule SpA te invita",
    },
    "invitacion-cerrada": {
      route: "/dashboard/invitaciones/:token",
      path: () => "/dashboard/invitaciones/nada",
      heading: "Esta invitación ya no sirve",
    },
  };
}
