import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/dashboard.ts";
import { organizationOf, someone } from "#tests/support/dashboard-scene.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/job-scene.ts";
import { visitor, type Visitor } from "#tests/support/visitor.ts";

let scene: JobScene;
let dashboard: TestDashboard;
let organizationId: string;
let connection: string;
let owner: Visitor;
let member: Visitor;
beforeAll(async () => {
  scene = await jobScene();
  dashboard = await testDashboard(scene);
  const ana = await someone(dashboard, "ana@maule.example");
  organizationId = await organizationOf(scene, ana, "Contadores del Maule SpA");
  owner = as(ana.cookie);
  const eva = await someone(dashboard, "eva@maule.example");
  await scene.database.owner(
    `insert into members (organization_id, user_id, email, role, can_issue, name, created_at)
     values ($1, $2, $3, 'member', false, 'Eva', now())`,
    [organizationId, eva.userId, eva.mail],
  );
  member = as(eva.cookie);
  connection = await scene.connect(organizationId);
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

function as(cookie: string): Visitor {
  const by = visitor(dashboard.app);
  by.cookies.set("connect", cookie);
  return by;
}
const root = (): string => `/dashboard/${organizationId}`;
const page = (): string => `${root()}/conexiones/${connection}`;
const current = (): string => periodoOf(scene.clock.now());
const idIn = (location: string | null): string => location?.split("/").at(-1)?.split("?")[0] ?? "";

test("a member has a month read, and watches it from the queue to its end, module by module", async () => {
  const asked = await member.submit(page(), `${page()}/sincronizar`, { periodo: current() });
  expect(asked.status).toBe(303);
  const path = `${root()}/sincronizaciones/${idIn(asked.location)}`;
  expect(asked.location).toBe(path);
  const part = { "x-fragment": "lectura" };
  const queued = await member.get(path, part);
  expect(queued.text).toContain("En cola");
  expect(queued.text).toContain('data-final="no"');
  const etag = queued.headers.get("etag") ?? "";
  expect(await member.get(path, { ...part, "if-none-match": etag })).toMatchObject({ status: 304 });

  const seen: string[] = [];
  scene.play({
    read: async (alcance) => {
      seen.push((await member.get(path, part)).text);
      if (alcance === "movimientos") throw new AppError("upstream_unexpected_response");
      return { ...nothingThere, incompletos: 2, completo: false };
    },
  });
  await scene.run(idIn(path));
  expect(seen.length).toBeGreaterThan(1);
  for (const text of seen) expect(text).toContain("Leyendo…");
  const done = await member.get(path, part);
  expect(done.text).toContain('data-final="si"');
  expect(done.text).toContain("2 filas no se pudieron leer");
  expect(done.text).toContain("Falló");
});

test("what was read is what the calendar shows: a cut month is partial, and the rest was never read", async () => {
  const shown = await owner.get(page());
  expect(shown.text).toMatch(/Saldos[^.]*: 1 parcial, 23 no se puede leer\./);
  expect(shown.text).toMatch(/Movimientos[^.]*: 24 nunca leído\./);
  for (const [svg] of shown.text.matchAll(/<svg viewBox.*?<\/svg>/gs)) {
    expect(svg.length).toBeLessThan(4_096);
  }
});

test("a sync that waits is canceled, and one that ended is repeated", async () => {
  const month = addMonths(periodoOf(scene.clock.now()), -1);
  const asked = await owner.submit(page(), `${page()}/sincronizar`, { periodo: month });
  const path = `${root()}/sincronizaciones/${idIn(asked.location)}`;
  const again = await owner.submit(page(), `${page()}/sincronizar`, { periodo: month });
  expect(again.status).toBe(409);
  expect(again.text).toContain("Ese período ya se está leyendo");
  const canceled = await owner.submit(path, `${path}/cancelar`);
  expect(canceled.location).toBe(`${path}?nota=cancelada`);
  const repeated = await owner.submit(path, `${path}/repetir`);
  expect(repeated.status).toBe(303);
  expect(idIn(repeated.location)).not.toBe(idIn(path));
  const listed = await owner.get(`${root()}/sincronizaciones?estado=canceled`);
  expect(listed.text).toContain(idIn(path));
  expect(listed.text).not.toContain(idIn(repeated.location));
});

test("a link's url is in one answer alone; the link is listed with its maker, and canceled", async () => {
  const list = `${root()}/conexiones`;
  const made = await owner.submit(list, `${list}/enlace`, { sistema: "banco_a", nombre: "Chica" });
  expect(made.status).toBe(200);
  expect(made.headers.get("cache-control")).toBe("no-store");
  const url = /https?:\/\/[^<"]*\/connect\/[\w-]+/.exec(made.text)?.[0] ?? "";
  expect(url).not.toBe("");
  const listed = await owner.get(list);
  expect(listed.text).not.toContain("/connect/");
  expect(listed.text).toContain("Enlaces abiertos");
  expect(listed.text).toContain("Por Ana Soto");
  const action = /action="([^"]+\/anular)"/.exec(listed.text)?.[1] ?? "";
  expect((await owner.submit(list, action)).location).toBe(`${list}?nota=anulado`);
  expect((await owner.get(list)).text).not.toContain("Enlaces abiertos");
});

test("an edit disables the connection; a forgotten credential is typed for, and gone", async () => {
  const fields = { nombre: "Cuenta principal", permiso: "banco_a:read", modulo: "saldos" };
  expect((await owner.submit(page(), page(), fields)).location).toBe(`${page()}?nota=guardada`);
  const disabled = await owner.get(page());
  expect(disabled.text).toContain("Deshabilitada desde");
  const asked = await owner.submit(page(), `${page()}/sincronizar`, { periodo: current() });
  expect(asked.text).toContain("La conexión está deshabilitada");

  const wrong = await owner.submit(page(), `${page()}/olvidar`, { escrito: "otra" });
  expect(wrong.status).toBe(422);
  const typed = { escrito: "Cuenta principal" };
  const forgotten = await owner.submit(page(), `${page()}/olvidar`, typed);
  expect(forgotten.location).toBe(`${page()}?nota=olvidada`);
  const sealed = "select 1 from credentials where connection_id = $1";
  expect(await scene.database.owner(sealed, [connection])).toEqual([]);
});
