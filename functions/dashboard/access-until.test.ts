import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, Fecha, longDayText, startOfDay, todayInSantiago } from "#lib/chile/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";

let scene: JobScene;
let dashboard: TestDashboard;
let organizationId: string;
let connection: string;
let owner: Visitor;
beforeAll(async () => {
  scene = await jobScene();
  dashboard = await testDashboard(scene);
  const ana = { mail: "ana@maule.example", organization: "Contadores del Maule SpA" };
  ({ by: owner, organizationId } = await newOwner({ api: scene, dashboard }, ana));
  connection = await scene.connect(organizationId);
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

const root = (): string => `/dashboard/${organizationId}/conexiones`;
const page = (): string => `${root()}/${connection}`;
const day = (days: number) => addDays(todayInSantiago(scene.clock.now()), days);

const forms = [
  ["a new connection", root, { sistema: "banco_a", nombre: "" }],
  ["a reconnection", page, {}],
] as const;

test.each(forms)("the link form of %s accepts a last day", async (_name, at, fields) => {
  const accesoHasta = day(30);
  const made = await owner.submit(at(), `${at()}/enlace`, { ...fields, accesoHasta });
  expect([made.status, made.text.includes("Enlace creado")]).toEqual([200, true]);
  const [kept] = await scene.database.owner(
    "select access_until from links where organization_id = $1 order by created_at desc, id desc limit 1",
    [organizationId],
  );
  expect(kept).toEqual({ access_until: startOfDay(addDays(accesoHasta, 1)) });
});

test.each(forms)(
  "a day out of bounds is reported at the field of %s",
  async (_name, at, fields) => {
    const { text } = await owner.get(at());
    const limits = /name="accesoHasta"[^>]* min="([^"]+)" max="([^"]+)"/.exec(text)?.slice(1);
    expect(limits?.[0]).toBe(day(2));
    for (const [accesoHasta, problem] of [
      [day(1), `Tiene que ser el ${longDayText(day(2))} o después.`],
      [addDays(Fecha.parse(limits?.[1]), 1), " o antes."],
      ["mañana", "Escribe un día, como 2026-12-31."],
    ] as const) {
      const told = await owner.submit(at(), `${at()}/enlace`, { ...fields, accesoHasta });
      expect(told.status).toBe(400);
      const error = /<p class="error" id="campo-accesoHasta-error">([^<]*)</.exec(told.text)?.[1];
      expect(error).toContain(problem);
      expect(told.text).toContain(`value="${accesoHasta}"`);
    }
  },
);

test("a connection's page says until when access lasts, and afterwards that it ended on that day", async () => {
  expect((await owner.get(page())).text).toContain("que quien la conectó lo corte");
  const last = day(20);
  await scene.database.owner(
    `insert into consents (id, organization_id, connection_id, link_id, version, facts, agreed_at, access_until)
     values ('cst_1', $1, $2, 'cs_1', '2026-11-23', '{"reads":[],"acts":[],"lines":[]}', $3, $4)`,
    [organizationId, connection, scene.clock.now(), startOfDay(addDays(last, 1))],
  );
  expect((await owner.get(page())).text).toContain(`el ${longDayText(last)}`);
  await scene.database.owner("update consents set ended = 'vencido', ended_at = access_until", []);
  await scene.database.owner("update connections set credencial = 'expirada'", []);
  const { text } = await owner.get(page());
  expect(text).toContain(`El acceso terminó el ${longDayText(last)}`);
  expect(text).toContain("crea un enlace de reconexión");
  expect(text).not.toContain("Olvidar la clave");
});
