import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { administrationPageStates } from "#tests/support/page-states/administration.ts";
import { folderPageStates } from "#tests/support/page-states/folder.ts";
import { expectHeading, typeIn, type PageState } from "#tests/support/page-states/page-state.ts";
import {
  cookiesOf,
  dashboardScene,
  password,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import {
  desktop,
  openPageChecks,
  phoneOf,
  type PageChecks,
  type PageWindow,
} from "#tests/support/page-states/page-checks.ts";
import { dataPageStates } from "#tests/support/page-states/data.ts";
import { peoplePageStates } from "#tests/support/page-states/people.ts";
import { neverMet, walkedPage, type WalkedPage } from "#tests/support/page-states/met-states.ts";
import { emissionPageStates } from "#tests/support/page-states/emission.ts";
import { codeIn, mailsOf } from "#tests/support/scenes/visitor.ts";

const phone = phoneOf(320, 640);

let scene: DashboardScene;
let checks: PageChecks;

beforeAll(async () => {
  scene = await dashboardScene();
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await scene?.close();
});

/** Every page: empty, full and with an error. */
const states: Record<string, PageState> = {
  ...peoplePageStates(() => scene),
  ...administrationPageStates(() => scene),
  ...dataPageStates(() => scene),
  ...emissionPageStates(() => scene),
  ...folderPageStates(() => scene),
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

const walked: WalkedPage[] = [];

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
  let window: PageWindow;
  beforeAll(async () => {
    window = await checks.openWindow({ ...options, colorScheme, reducedMotion: "reduce" });
  });

  test.each(Object.keys(states))(`axe finds nothing in ${colorScheme} «%s»`, async (name) => {
    const state = states[name];
    if (state === undefined) throw new Error(`no state ${name}`);
    const who = state.who?.() ?? null;
    // One person presses a button on every page here, more than the limit per minute allows.
    await scene.api.database.owner("delete from tallies");
    await window.visit(cookiesOf(scene, who), async (page) => {
      await page.goto(scene.origin + (state.path?.() ?? state.route));
      await state.act?.(page);
      await expectHeading(page, state.heading);
      await checks.expectSound(page, `${name}-${device}-${colorScheme}`);
      walked.push(await walkedPage(page, state));
    });
  });
});

test("every list was seen empty, and every form refused", () => {
  expect(walked.length).toBeGreaterThanOrEqual(Object.keys(states).length);
  const isList = ({ route, hasList }: WalkedPage) => hasList && !/:\w+$/.test(route);
  expect(
    neverMet(walked, isList, ({ isEmpty }) => isEmpty, {
      "/dashboard/:org/claves/:key/permisos": "its table is of what changes",
      "/dashboard/:org/miembros": "who reads it is a member",
      "/dashboard/:org/organizacion": "its table is of its systems",
    }),
  ).toEqual([]);
  expect(
    neverMet(
      walked,
      ({ hasForm }) => hasForm,
      ({ isRefused }) => isRefused,
      {
        "/dashboard/:org": "what its forms do needs no more than a press",
        "/dashboard/:org/carpetas/destinatario":
          "what was decided meanwhile is told by a page of its own",
        "/dashboard/:org/aplicaciones/:grant": "an access that ended stays ended",
        "/dashboard/:org/entregas/:whd": "a delivery is sent again by a press",
        "/dashboard/invitaciones/:token": "whose it is not reads so, and has no form",
        "/login/recuperar": "an address that nobody has is answered as any other",
      },
    ),
  ).toEqual([]);
});

test.each([768, 900, 960, 1000, 1100, 1216])("the widest tables fit in %i px", async (width) => {
  await checks.withPage({ viewport: { width, height: 900 } }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    for (const list of ["conexiones", "auditoria", "entregas"]) {
      await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/${list}`);
      expect(await page.locator(".list tbody tr").count(), list).toBeGreaterThan(0);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), list).toBe(
        0,
      );
    }
  });
});

test.each([768, 1000, 1216])("in %i px a long name splits no word of its row", async (width) => {
  const long = "Conexiondelacuentacorriente".repeat(4);
  const renamed = "update connections set nombre = $2 where organization_id = $1";
  await scene.api.database.owner(renamed, [scene.organizationId, long]);
  await checks.withPage({ viewport: { width, height: 900 } }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    for (const list of ["conexiones", "sincronizaciones", "uso"]) {
      await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/${list}`);
      await page.getByText(long).filter({ visible: true }).first().waitFor();
      await checks.expectReadable(page, `${list}-largo-${width}`);
    }
  });
});

test("on a phone an amount of 15 digits stays in its card", async () => {
  await scene.api.database.owner(
    "update records set payload = jsonb_set(payload, '{saldoContable}', '123456789012345') where organization_id = $1",
    [scene.organizationId],
  );
  await checks.withPage(phone, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(
      `${scene.origin}/dashboard/${scene.organizationId}/conexiones/${scene.connectionId}`,
    );
    await page.getByText("Las mismas cifras, día por día").click();
    const cell = page.locator("td.number").filter({ hasText: "$123.456.789.012.345" }).first();
    expect(await cell.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0);
  });
});

test.each([718, 1047])(
  "printed on %i px, a list is a table under its organization",
  async (width) => {
    await checks.withPage({ viewport: { width, height: 900 } }, async (page) => {
      await page.context().addCookies(cookiesOf(scene, scene.full));
      await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/auditoria`);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("columnheader", { name: "Hora de Santiago" }).isVisible()).toBe(
        true,
      );
      expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
      expect(await page.getByRole("navigation", { name: "Secciones" }).isVisible()).toBe(false);
      expect(await page.getByRole("link", { name: "Contadores del Maule SpA" }).isVisible()).toBe(
        true,
      );
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect((await page.locator("main").boundingBox())?.width).toBeGreaterThan(width - 100);
    });
  },
);

test("a filter by something that is no month is refused, not left out", async () => {
  await checks.withPage({ ...phone, javaScriptEnabled: false }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/sincronizaciones`);
    const month = page.getByLabel("Mes");
    await month.fill("08-2026");
    await page.getByRole("button", { name: "Filtrar" }).click();
    expect([new URL(page.url()).search, await month.inputValue()]).toEqual(["", "08-2026"]);
    await month.fill("2026-08");
    await page.getByRole("button", { name: "Filtrar" }).click();
    await page.waitForURL(/periodo=2026-08/);
  });
});

test("signs up, confirms and signs in without scripts", async () => {
  const mail = "sin.script@maule.example";
  await checks.withPage({ ...phone, javaScriptEnabled: false }, async (page) => {
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

test("a pressed button says what is being done, and cannot be pressed again", async () => {
  await checks.withPage(desktop, async (page) => {
    // The form was received, and the page stays as it is meanwhile.
    await page.route("**/*", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 204 }) : route.continue(),
    );
    const pressed = (name: string) =>
      page.getByRole("button", { name, exact: true, disabled: true });
    await page.goto(`${scene.origin}/login`);
    await typeIn(page, { correo: scene.full.mail, clave: password });
    await pressed("Un momento…").waitFor();
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/organizacion`);
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await pressed("Guardando…").waitFor();
  });
});

test("going back does not show a key again that was shown once", async () => {
  await checks.withPage(desktop, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/claves/nueva`);
    await typeIn(page, { nombre: "Robot que vuelve" });
    const key = page.getByText(/^connect_sk_/);
    const secret = (await key.textContent()) ?? "";
    expect(secret).toMatch(/^connect_sk_\w{20,}/);
    await page.getByRole("link", { name: "Ver la clave en la lista" }).click();
    await page.getByRole("heading", { name: "Robot que vuelve" }).waitFor();
    // Chromium asks whether to send the form again, or sends it: its number is used up.
    const tells = () => page.content().then((text) => text.includes(secret));
    await page.goBack().catch(() => null);
    await expect.poll(tells).toBe(false);
    await page.goForward().catch(() => null);
    await expect.poll(tells).toBe(false);
  });
});

test("signs in and ends an application with only the keyboard", async () => {
  await checks.withPage(desktop, async (page) => {
    await page.goto(
      `${scene.origin}/login?next=/dashboard/${scene.organizationId}/aplicaciones/${scene.grantId}`,
    );
    // The page sets the focus once it is drawn; earlier keys go nowhere.
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
