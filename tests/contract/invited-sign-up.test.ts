import { afterAll, beforeAll, expect, test } from "vitest";
import { admin } from "#tests/support/scenes/admin.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { codeIn, hiddenOf, mailsOf, visitor } from "#tests/support/scenes/visitor.ts";

/* `SIGN_UP=invited`, as deployed: the operator invites the first people, and they invite others. */

const clave = "cuatro palabras al azar";
const ana = { nombre: "Ana Soto", correo: "ana@maule.example", clave };

let api: TestApi;
let dashboard: TestDashboard;
beforeAll(async () => {
  api = await testApi();
  dashboard = await testDashboard(api, { SIGN_UP: "invited" });
});
afterAll(async () => {
  await dashboard.close();
  await api.close();
});

/** What the operator types for a new customer. */
async function invitedOwner(mail: string): Promise<{ path: string; organizationId: string }> {
  const named = ["--name", "Contadores del Maule SpA", "--owner", mail];
  const { code, answer, stderr } = await admin(api, ["organization", "create", ...named]);
  expect(code, stderr).toBe(0);
  const { organization, invitationUrl } = answer;
  return { path: new URL(String(invitationUrl)).pathname, organizationId: String(organization) };
}

const people = () => api.database.owner("select email from auth.user order by email");
const registering = (next: string) => `/login/registro?${new URLSearchParams({ next }).toString()}`;

test("without an invitation nobody gets an account, a mail or a form", async () => {
  const stranger = visitor(dashboard.app);
  const page = await stranger.get("/login/registro");
  expect(page.text).not.toContain('name="clave"');
  // An invented link shows the form, whose seal is valid for any `next`.
  const none = `/dashboard/invitaciones/${"x".repeat(69)}`;
  for (const next of ["", "/dashboard", none]) {
    const { sello = "" } = hiddenOf(
      (await stranger.get(registering(none))).text,
      "/login/registro",
    );
    const sent = await stranger.post("/login/registro", { ...ana, next, sello });
    expect([sent.status, sent.text.includes("por invitación")], next).toEqual([403, true]);
  }
  expect(await people()).toEqual([]);
  expect(await mailsOf(api, dashboard, ana.correo)).toEqual([]);
});

test("the owner invited by the operator signs up through the link, and owns the organization", async () => {
  const { path, organizationId } = await invitedOwner("Ana@Maule.example");
  const own = visitor(dashboard.app);
  const shown = await own.get(path);
  expect(shown.text).toContain("Contadores del Maule SpA");
  const form = registering(path);
  const other = await own.submit(form, "/login/registro", { ...ana, correo: "otra@maule.example" });
  expect([other.status, other.text.includes("La invitación es para")]).toEqual([422, true]);
  expect(await people()).toEqual([]);

  const asked = await own.submit(form, "/login/registro", ana);
  const verifying = asked.location ?? "";
  expect(verifying).toMatch(/^\/login\/verificar\?next=/);
  const [mail] = await mailsOf(api, dashboard, ana.correo);
  const verified = await own.submit(verifying, "/login/verificar", { codigo: codeIn(mail) });
  expect(verified.status).toBe(303);
  const entered = await own.submit(verified.location ?? "", "/login", {
    correo: ana.correo,
    clave,
  });
  expect(entered.location).toBe(path);
  const joined = await own.submit(path, path);
  expect(joined.location).toBe(`/dashboard/${organizationId}`);
  expect((await own.get(`/dashboard/${organizationId}`)).status).toBe(200);
  expect(
    await api.database.owner("select role, email from members where organization_id = $1", [
      organizationId,
    ]),
  ).toEqual([{ role: "owner", email: ana.correo }]);

  // Used once: it opens no other account.
  const late = await visitor(dashboard.app).submit(form, "/login/registro", ana);
  expect([late.status, late.text.includes("por invitación")]).toEqual([403, true]);
  expect(await people()).toEqual([{ email: ana.correo }]);
});
