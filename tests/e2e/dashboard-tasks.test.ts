import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cookiesOf,
  dashboardScene,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import {
  desktop,
  openPageChecks,
  type PageChecks,
  type PageWindow,
} from "#tests/support/page-states/page-checks.ts";
import { walker, type Walker } from "#tests/support/browsers/click-counter.ts";

/* An owner's tasks, starting from Inicio, using only what is on the pages. */

type Task = (walk: Walker) => Promise<void>;

const done = ({ page }: Walker, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Ordered so that none removes what another needs. */
const tasks: Record<string, Task> = {
  "confirm a document": async (walk) => {
    await walk.follow(/^Revisar/);
    await walk.press("Confirmar la emisión");
    await done(walk, "Lo confirmó Ana Soto");
  },
  "connect a bank": async (walk) => {
    await walk.section("Conexiones");
    await walk.press("Crear el enlace");
    await done(walk, "Enlace creado");
  },
  "reconnect one that was refused": async (walk) => {
    await walk.follow(/^Reconectar/);
    await walk.press("Crear el enlace");
    await done(walk, "Enlace creado");
  },
  "see why a sync failed, and repeat it": async (walk) => {
    await walk.section("Sincronizaciones");
    await walk.open("Fallida");
    await done(walk, "upstream_unexpected_response");
    await walk.press("Repetir este mes");
    await done(walk, "En cola");
  },
  "see which months were read": async (walk) => {
    await walk.section("Conexiones");
    await walk.follow("Conexión de prueba");
    await done(walk, "Qué se ha leído");
  },
  "make a key": async (walk) => {
    await walk.section("Claves");
    await walk.follow("Crear una clave");
    await walk.follow("Solo lectura");
    await walk.type({ nombre: "Planilla" });
    await walk.press("Crear la clave");
    await done(walk, "La clave está lista");
  },
  "revoke a key": async (walk) => {
    await walk.section("Claves");
    await walk.follow("Planilla");
    await walk.type({ escrito: "Planilla" });
    await walk.press("Revocar la clave");
    await done(walk, "Revocada");
  },
  "end what an application may do": async (walk) => {
    await walk.section("Aplicaciones");
    await walk.follow(/Asistente/);
    await walk.press("Terminar el acceso");
    await done(walk, "El acceso terminó");
  },
  "test an endpoint": async (walk) => {
    await walk.section("Webhooks");
    await walk.follow("avisos");
    await walk.press("Enviar una prueba");
    await done(walk, "Prueba en cola");
  },
  "resend a delivery that failed": async (walk) => {
    await walk.section("Entregas");
    await walk.open("Fallida");
    await walk.press("Reenviar");
    await done(walk, "En cola otra vez");
  },
  "recover an event": async (walk) => {
    await walk.section("Webhooks");
    await walk.follow("avisos");
    await walk.follow("Ver lo que no le llegó");
    await walk.press(/^Recuperar/);
    await done(walk, "Evento en cola");
  },
  "repair an endpoint that disabled itself": async (walk) => {
    await walk.follow(/^Arreglar/);
    await walk.press("Habilitar");
    await done(walk, "Habilitado. Recibe lo que pase desde ahora.");
  },
  "invite somebody": async (walk) => {
    await walk.section("Miembros");
    await walk.type({ correo: "nueva@maule.example" });
    await walk.press("Invitar");
    await done(walk, "nueva@maule.example");
  },
  "download the audit": async (walk) => {
    await walk.section("Auditoría");
    await walk.follow("Descargar estas llamadas");
    const download = walk.page.waitForEvent("download");
    await walk.follow(/CSV/);
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  },
  "see the quota": async (walk) => {
    await walk.section("Uso");
    await done(walk, "Llamadas de cada conexión al mes");
  },
};

/** Tasks that must also work where scripts are blocked; the others use the same parts. */
const withoutScripts = [
  "confirm a document",
  "make a key",
  "test an endpoint",
  "resend a delivery that failed",
  "recover an event",
];

const mostClicks = 4;

let checks: PageChecks;
beforeAll(async () => {
  checks = await openPageChecks();
});
afterAll(() => checks?.close());

describe.each([
  ["with scripts", true, Object.keys(tasks)],
  ["without scripts", false, withoutScripts],
] as const)("%s", (_, javaScriptEnabled, names) => {
  let scene: DashboardScene;
  let window: PageWindow;
  beforeAll(async () => {
    scene = await dashboardScene();
    window = await checks.openWindow({ ...desktop, javaScriptEnabled });
  });
  afterAll(() => scene?.close());

  test.each(names)(`«%s» takes ${mostClicks} clicks at most`, async (name) => {
    await window.visit(cookiesOf(scene, scene.full), async (page) => {
      await page.goto(`${scene.origin}/dashboard/${scene.organizationId}`);
      const walk = walker(page);
      const task = tasks[name];
      if (task === undefined) throw new Error(`no task ${name}`);
      await task(walk);
      console.log(`${name}: ${walk.clicks()} clicks`);
      expect(walk.clicks()).toBeGreaterThan(0);
      expect(walk.clicks()).toBeLessThanOrEqual(mostClicks);
    });
  });
});

test("there are at least ten of them", () => {
  expect(Object.keys(tasks).length).toBeGreaterThanOrEqual(10);
});
