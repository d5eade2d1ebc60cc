import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrationPageStates } from "#tests/support/administration-page-states.ts";
import { pathOf } from "#tests/support/dashboard-forms.ts";
import { typeIn, type PageState } from "#tests/support/page-state.ts";
import {
  dashboardScene,
  password,
  type DashboardScene,
  type Someone,
} from "#tests/support/dashboard-scene.ts";
import { desktop, openPageChecks, phoneOf, type PageChecks } from "#tests/support/page-checks.ts";
import { dataPageStates } from "#tests/support/data-page-states.ts";
import { emissionPageStates } from "#tests/support/emission-page-states.ts";
import { codeIn, mailsOf } from "#tests/support/visitor.ts";

const phone = phoneOf(320, 640);

let scene: DashboardScene;
let checks: PageChecks;
let count = 0;

beforeAll(async () => {
  scene = await dashboardScene();
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await scene?.close();
});

function withPage(
  options: BrowserContextOptions,
  who: Someone | null,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  return checks.withPage(options, visit, async (context) => {
    if (who === null) return;
    const cookie = { name: "connect", value: who.cookie, url: scene.origin };
    await context.addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
  });
}

const asFull = { who: () => scene.full };
const inOrganization = (rest: string, more = "") => ({
  ...asFull,
  route: `/dashboard/:org${rest}`,
  path: () => pathOf(scene, `/dashboard/:org${rest}`) + more,
});

/** Every page, empty, full and with what went wrong. */
const states: Record<string, PageState> = {
  entrar: { route: "/login", heading: "Entra a Connect" },
  "entrar-confirmado": {
    route: "/login",
    path: () => "/login?nota=confirmado",
    heading: "Entra a Connect",
  },
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
    who: () => scene.empty,
    path: () => "/dashboard",
    heading: "Tus organizaciones",
  },
  organizaciones: { ...asFull, route: "/dashboard", heading: "Tus organizaciones" },
  organizacion: { ...inOrganization(""), heading: "Contadores del Maule SpA" },
  aplicaciones: { ...inOrganization("/aplicaciones"), heading: "Aplicaciones" },
  aplicacion: { ...inOrganization("/aplicaciones/:grant"), heading: "Asistente de conciliación" },
  "aplicacion-ajena": {
    ...asFull,
    route: "/dashboard/:org/aplicaciones/:grant",
    path: () => `/dashboard/${scene.organizationId}/aplicaciones/grt_00000000000000000000000000`,
    heading: "No encontramos esta página",
  },
  ...administrationPageStates(() => scene),
  ...dataPageStates(() => scene),
  ...emissionPageStates(() => scene),
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
    path: () => `${scene.asking}&org=${scene.organizationId}`,
    heading: "¿Dejas que «Asistente contable»",
  },
  "consentimiento-nada": {
    ...asFull,
    route: "/consent",
    path: () => `${scene.asking}&org=${scene.organizationId}`,
    act: async (page) => {
      for (const tick of await page.locator("input[name=permiso]").all()) await tick.uncheck();
      await page.getByRole("button", { name: "Permitir lo marcado" }).click();
    },
    heading: "No marcaste ningún permiso",
  },
  "consentimiento-varias": {
    ...asFull,
    route: "/consent",
    path: () => scene.asking,
    heading: "¿En qué organización",
  },
  "consentimiento-desconocido": {
    route: "/auth/oauth2/authorize",
    path: () => "/auth/oauth2/authorize?client_id=nadie",
    heading: "No conocemos esa aplicación",
  },
  "invitacion-desconocido": {
    route: "/dashboard/invitaciones/:token",
    path: () => scene.invitations.own,
    heading: "Contadores del Maule SpA te invita",
  },
  invitacion: {
    route: "/dashboard/invitaciones/:token",
    who: () => scene.empty,
    path: () => scene.invitations.own,
    heading: "Contadores del Maule SpA te invita",
  },
  "invitacion-ajena": {
    route: "/dashboard/invitaciones/:token",
    who: () => scene.empty,
    path: () => scene.invitations.other,
    heading: "Contadores del Maule SpA te invita",
  },
  "invitacion-cerrada": {
    route: "/dashboard/invitaciones/:token",
    path: () => "/dashboard/invitaciones/nada",
    heading: "Esta invitación ya no sirve",
  },
};

test("every page of the router is among them", () => {
  const routes = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && /^\/(?:login|dashboard|consent)/.test(path))
    .map(({ path }) => path)
    // Files, which are saved and not shown.
    .filter((path) => !path.startsWith("/dashboard/assets/") && !/\.\w+$/.test(path));
  expect(routes.length).toBeGreaterThan(8);
  const shown = new Set(Object.values(states).map(({ route }) => route));
  expect([...new Set(routes)].filter((route) => !shown.has(route))).toEqual([]);
});

const looks = [
  ["phone", phone, "dark"],
  ["desktop", desktop, "light"],
  ...(process.env["PICTURES"] === undefined
    ? []
    : ([
        ["phone", phone, "light"],
        ["desktop", desktop, "dark"],
      ] as const)),
] as const;

describe.each(looks)("on a %s", (device, options, colorScheme) => {
  test.each(Object.keys(states))(`axe finds nothing in ${colorScheme} «%s»`, async (name) => {
    const state = states[name];
    if (state === undefined) throw new Error(`no state ${name}`);
    const who = state.who?.() ?? null;
    await withPage({ ...options, colorScheme, reducedMotion: "reduce" }, who, async (page) => {
      await page.goto(scene.origin + (state.path?.() ?? state.route));
      await state.act?.(page);
      await page.getByRole("heading", { name: state.heading }).first().waitFor();
      await checks.expectSound(page, `${name}-${device}-${colorScheme}`);
    });
  });
});

test("signs up, confirms and signs in without scripts", async () => {
  const mail = "sin.script@maule.example";
  await withPage({ ...phone, javaScriptEnabled: false }, null, async (page) => {
    await page.goto(`${scene.origin}/login`);
    await page.getByRole("link", { name: "Crear una cuenta" }).click();
    await typeIn(page, { nombre: "Iris", correo: mail, clave: password });
    const code = codeIn((await mailsOf(scene.api, scene.dashboard, mail))[0]);
    await typeIn(page, { codigo: code });
    await page.getByText("Tu correo quedó confirmado").waitFor();
    await typeIn(page, { clave: password });
    await page.getByRole("heading", { name: "Tus organizaciones" }).waitFor();
    await typeIn(page, { nombre: "Panadería Iris" });
    await page.getByRole("heading", { name: "Panadería Iris" }).waitFor();
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.getByText("Cerraste la sesión").waitFor();
  });
});

test("signs in and ends an application with the keyboard alone", async () => {
  await withPage(desktop, null, async (page) => {
    await page.goto(
      `${scene.origin}/login?next=/dashboard/${scene.organizationId}/aplicaciones/${scene.grantId}`,
    );
    // The page gives the focus once it is drawn; keys that come before go nowhere.
    await page.locator("input[name=correo]:focus").waitFor();
    await page.keyboard.type(scene.full.mail);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Asistente de conciliación" }).waitFor();
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    for (let n = 0; n < 40 && (await focused()) !== "Terminar el acceso"; n += 1) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "El acceso terminó" }).waitFor();
    expect(await page.getByText("Asistente de conciliación").count()).toBe(0);
  });
});
