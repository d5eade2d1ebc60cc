import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { organizationForms, pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { sealFor } from "#tests/support/scenes/form-seals.ts";
import { idsInPaths } from "./frame/path-ids.ts";
import { hiddenOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

/* Whatever somebody types into an address is found or not found, but never a failure of ours. */

let scene: DashboardScene;
let by: Visitor;
let routes: string[];
beforeAll(async () => {
  scene = await dashboardScene();
  by = visitor(scene.dashboard.app);
  by.cookies.set("connect", scene.full.cookie);
  const paths = scene.dashboard.app.routes
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path);
  routes = [...new Set(paths)].filter((path) => !path.startsWith("/dashboard/assets/"));
  expect(routes.length).toBeGreaterThan(30);
});
afterAll(() => scene.close());
// One person requests more pages here than the limit per minute allows.
beforeEach(async () => {
  await scene.api.database.owner("delete from tallies");
});

/** The pages' filters, pagination, and fields that other servers send along. */
const fields =
  "actor conexion desde dia estado evento hasta herramienta id modelo nota periodo permiso resultado \
sistema solicitud tiempo tipo todas webhook next client_id redirect_uri scope state".split(" ");
const place = (...parts: string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");
const values = [
  "%00",
  "a%00b",
  "2099-12-31",
  "1950-01-01",
  "0000-01-01",
  place("\0"),
  place("0000-01-01T00:00:00.000Z~req_1"),
  place("2026-02-31T00:00:00.000Z~req_1"),
  place("0000-01-01T00:00:00Z", "sjb_1"),
  place("9999-12-31T00:00:00Z", "sjb_1"),
];

test.each(values)("%s in each field of each page's address", async (value) => {
  const query = fields.map((field) => `${field}=${value}`).join("&");
  // A file from the portal takes no fields, and no worker runs here.
  for (const route of routes.filter((one) => !one.endsWith(".pdf"))) {
    const path = route.includes(":token") ? scene.invitations.own : pathOf(scene, route);
    const { status } = await by.get(`${path}?${query}`);
    expect(status, path).toBeLessThan(500);
  }
});

test.each(["%00", "x%00", "x".repeat(3_000), "%F0%9F%98%80", "org_%E2%80%AE"])(
  "%s instead of each id in each page's address",
  async (value) => {
    let asked = 0;
    for (const route of routes) {
      for (const [name] of route.matchAll(/:\w+/g)) {
        const path = pathOf(scene, route.replace(name, "{}").replace(":token", "t"));
        const { status } = await by.get(path.replace("{}", value));
        expect([303, 404, 410], `${route} ${name}`).toContain(status);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(40);
  },
);

test("every id in the router's paths is checked by its pattern, for pages and forms", async () => {
  const all = scene.dashboard.app.routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/dashboard/:org"));
  const names = new Set(all.flatMap((path) => [...path.matchAll(/:(\w+)/g)].map(([, one]) => one)));
  expect([...names].filter((name = "") => !(name in idsInPaths))).toEqual([]);
  expect(names.size).toBeGreaterThan(10);
});

test.each(Object.keys(organizationForms).filter((route) => route.split(":").length > 2))(
  "the form %s answers a malformed id like an unknown one",
  async (route) => {
    const path = pathOf(scene, route);
    const [last = ""] = path.match(/[a-z]+_[0-9a-z]{26}(?!.*_[0-9a-z]{26})/) ?? [];
    const send = async (to: string) => {
      const sello = await sealFor(scene.dashboard, by, to);
      return by.post(to, { ...organizationForms[route]?.fields, sello });
    };
    const { status, text } = await send(path.replace(last, `${last}0`));
    expect([status, text.includes("No encontramos esta página")]).toEqual([404, true]);
  },
);

test("a form with characters that no text may have is refused, and nothing is done", async () => {
  const page = `/dashboard/${scene.organizationId}/claves/nueva`;
  const hidden = hiddenOf((await by.get(page)).text, page);
  const { status } = await by.post(page, { ...hidden, nombre: "a\0b" });
  expect(status).toBe(400);
});
