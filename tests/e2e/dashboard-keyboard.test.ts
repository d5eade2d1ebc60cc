import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typeIn } from "#tests/support/page-states/page-state.ts";
import { organizationForms, pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { newMember } from "#tests/support/scenes/dashboard-people.ts";
import {
  cookiesOf,
  dashboardScene,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import {
  desktop,
  lowControls,
  openPageChecks,
  type PageChecks,
} from "#tests/support/page-states/page-checks.ts";

let scene: DashboardScene;
let checks: PageChecks;
beforeAll(async () => {
  scene = await dashboardScene();
  // A sole owner has no form to leave it.
  const second = { mail: "duena@maule.example", role: "owner" } as const;
  await newMember(scene, scene.organizationId, second);
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
  await scene?.close();
});

interface Reached {
  /** Elements that the Tab key did not reach, as markup. */
  missed: string[];
  /** Those too low for a finger or an unsteady hand, with their height. */
  low: string[];
  /** The actions of forms whose button it reached. */
  forms: string[];
}

const watched = `
  const all = "a[href], button, input:not([type=hidden]), select, summary, textarea";
  window.controls = () => [...document.querySelectorAll(all)].filter((at) => at.checkVisibility());
  addEventListener("focusin", ({ target }) => (target.reached = true));
  controls().length`;

/** The Tab key reaches one of several radio buttons, and arrow keys the others. */
const reached = `({
  missed: controls()
    .filter((at) => !at.reached && !(at.type === "radio" && [...at.form[at.name]].some((o) => o.reached)))
    .map((at) => at.outerHTML.slice(0, 200)),
  low: ${lowControls},
  forms: controls()
    .filter((at) => at.reached && at.type === "submit" && at.form.method === "post")
    .map((at) => new URL(at.form.action).pathname),
})`;

async function tabThrough(page: Page): Promise<Reached> {
  const controls = await page.evaluate<number>(watched);
  // Something that scrolls can be a stop too, such as a table wider than the screen.
  for (let n = 0; n < controls + 15; n += 1) await page.keyboard.press("Tab");
  return page.evaluate<Reached>(reached);
}

/** Some pages again, in a state in which they have forms that they otherwise lack. */
async function otherStates(): Promise<string[]> {
  const { api, organizationId, leavingOrganizationId, webhooks, operations, reading } = scene;
  const [missed] = await api.database.owner(
    "select event_id as id from webhook_deliveries where id = $1",
    [webhooks.failed],
  );
  const rests = [
    `/carpetas/${await lostFolder()}`,
    `/webhooks/${webhooks.disabled}`,
    // The working endpoint never got it.
    `/eventos/${String(missed?.["id"])}`,
    `/emisiones/${operations.unknown}`,
    `/sincronizaciones/${reading.failed}`,
    `/claves/${scene.keyId}/permisos?permiso=banco_a:read`,
  ];
  return [
    ...rests.map((rest) => `/dashboard/${organizationId}${rest}`),
    `/dashboard/${leavingOrganizationId}/organizacion`,
  ];
}

/** A folder requested two days ago that no list has shown since. */
async function lostFolder(): Promise<string> {
  const { api, folderId, operations } = scene;
  const id = "carp_00000000000000000000000000";
  await api.database.owner(
    "update operations set barrier_at = barrier_at - interval '2 days' where id = $1",
    [operations.unknown],
  );
  await api.database.owner(
    "update operation_evidence set step = 'issued_list' where operation_id = $1",
    [operations.unknown],
  );
  await api.database.owner(
    `insert into tax_folder_requests select (jsonb_populate_record(f, jsonb_build_object(
       'id', $1::text, 'operation_id', $2::text, 'state', 'inconclusa'))).*
     from tax_folder_requests f where id = $3`,
    [id, operations.unknown, folderId],
  );
  return id;
}

/** The router's name for a form's action; routes with fewer parameters come first. */
function routeOf(action: string): string {
  const parameters = (route: string): number => route.split(":").length;
  const route = Object.keys(organizationForms)
    .toSorted((a, b) => parameters(a) - parameters(b))
    .find((one) => new RegExp(`^${one.replace(/:\w+/g, "[^/]+")}$`).test(action));
  if (route === undefined) throw new Error(`no form of the router is sent to ${action}`);
  return route;
}

test("the keyboard reaches every link, field and button of every page of an organization, and each of its forms, none of them lower than 24 px", async () => {
  const routes = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && path.startsWith("/dashboard/:org"))
    .map(({ path }) => path)
    .filter((path) => !/\.\w+$/.test(path));
  const forms = new Set<string>();
  const window = await checks.openWindow(desktop);
  await window.visit(cookiesOf(scene, scene.full), async (page) => {
    const paths = [...new Set(routes)].map((route) => pathOf(scene, route));
    // A part redrawn meanwhile forgets that the key reached it.
    await page.route("**/*", (route) =>
      route.request().headers()["x-fragment"] === undefined
        ? route.continue()
        : route.fulfill({ status: 304 }),
    );
    for (const path of [...paths, ...(await otherStates())]) {
      const answer = await page.goto(scene.origin + path);
      expect(answer?.status(), path).toBe(200);
      const { missed, low, forms: sent } = await tabThrough(page);
      expect([missed, low], path).toEqual([[], []]);
      for (const action of sent) if (action.startsWith("/dashboard/")) forms.add(routeOf(action));
    }
  });
  expect(new Set(routes).size).toBeGreaterThan(20);
  expect([...forms].toSorted()).toEqual(Object.keys(organizationForms).toSorted());
});

/** The parts of the page that the Tab key goes through, each named once when it is entered. */
const partsInOrder = `(() => {
  window.parts = [];
  addEventListener("focusin", ({ target }) => {
    const { className, tagName } = target.closest("main, .sections, .bar, .first");
    const part = className || tagName.toLowerCase();
    if (window.parts.at(-1) !== part) window.parts.push(part);
  });
  return document.querySelectorAll("a, button, input, select, summary").length;
})()`;

test.each([
  [320, ["first", "bar", "main", "sections"]],
  [640, ["first", "bar", "main", "sections"]],
  [1280, ["first", "bar", "sections", "main"]],
] as const)("in %i px the Tab key goes down the page as it looks", async (width, expected) => {
  await checks.withPage({ viewport: { width, height: 400 } }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/webhooks`);
    const controls = await page.evaluate<number>(partsInOrder);
    for (let n = 0; n < controls; n += 1) await page.keyboard.press("Tab");
    expect((await page.evaluate<string[]>("parts")).slice(0, 4)).toEqual(expected);
  });
});

const focused = `(() => {
  const { id, textContent } = document.activeElement;
  return document.activeElement === document.body ? "nothing" : id || textContent.slice(0, 40);
})()`;

/** A form, what is wrong in it, its button, and what has the focus once it was refused. */
const refusals: readonly [string, Record<string, string>, string, string][] = [
  ["/honorarios/limites", { montoMaximo: "mucho", diasAtras: "93" }, "Guardar", "montoMaximo"],
  ["/webhooks", { url: "https://10.0.0.7/in" }, "Crear y ver su secreto", "url"],
  ["/claves/nueva", { nombre: " " }, "Crear la clave", "nombre"],
  ["/organizacion", { nombre: " " }, "Guardar", "nombre"],
];

test.each([true, false])(
  "the first field that a refused form complains about has the focus, scripts allowed: %s",
  async (javaScriptEnabled) => {
    await checks.withPage({ ...desktop, javaScriptEnabled }, async (page) => {
      await page.context().addCookies(cookiesOf(scene, scene.full));
      for (const [path, fields, button, field] of refusals) {
        await page.goto(`${scene.origin}/dashboard/${scene.organizationId}${path}`);
        await typeIn(page, fields, button);
        await page.locator(`#campo-${field}[aria-invalid=true]`).waitFor();
        await expect.poll(() => page.evaluate(focused), { message: path }).toBe(`campo-${field}`);
      }
    });
  },
);

test("what a form refuses as a whole is told above it, with the focus", async () => {
  await checks.withPage(desktop, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(`${scene.origin}/dashboard/${scene.organizationId}/honorarios/limites`);
    await page.getByLabel("Solo estas:").check();
    await page.getByRole("button", { name: "Guardar" }).press("Enter");
    await expect.poll(() => page.evaluate(focused)).toContain("¿Todas las conexiones");
  });
});

/** Windows' contrast themes replace colours and drop backgrounds. */
test("in forced colours a button has an edge, and a chart's key still tells its colours apart", async () => {
  await checks.withPage({ ...desktop, forcedColors: "active" }, async (page) => {
    await page.context().addCookies(cookiesOf(scene, scene.full));
    await page.goto(scene.origin + pathOf(scene, "/dashboard/:org/conexiones/:conn"));
    const edges = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main .button")].map((at) => getComputedStyle(at).borderTopStyle)`,
    );
    expect(edges.length).toBeGreaterThan(3);
    expect(new Set(edges)).toEqual(new Set(["solid"]));
    const [full, never] = await page.evaluate<string[]>(
      `["full", "never"].map((key) =>
        getComputedStyle(document.querySelector(".key-" + key), "::before").backgroundColor)`,
    );
    expect(full).not.toBe(never);
  });
});
