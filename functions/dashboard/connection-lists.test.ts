import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { monthText } from "./texts/connection-words.ts";

let scene: JobScene;
let dashboard: TestDashboard;
beforeAll(async () => {
  scene = await jobScene();
  dashboard = await testDashboard(scene);
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

test("a link to a sync names its connection and month, and connections that are alike are told apart", async () => {
  const ana = { mail: "iguales@maule.example", organization: "Con iguales" };
  const alike = await newOwner({ api: scene, dashboard }, ana);
  const [one, other] = [
    await scene.connect(alike.organizationId),
    await scene.connect(alike.organizationId),
  ];
  await scene.database.owner("update connections set rut = $2 where id = $1", [
    other,
    "12345678-5",
  ]);
  const month = periodoOf(scene.clock.now());
  for (const id of [one, other]) {
    await scene.request(alike.organizationId, id, { periodo: month });
  }
  const home = `/dashboard/${alike.organizationId}`;
  for (const path of [home, `${home}/sincronizaciones`]) {
    const { text } = await alike.by.get(path);
    const shown = text.matchAll(/<span class="hidden">, ([^<]*)<\/span><\/a>/g);
    const named = [...shown].map(([, name]) => name);
    expect(named).toHaveLength(2);
    for (const name of named) expect(name).toMatch(new RegExp(`, ${monthText(month)}$`));
    expect(new Set(named).size).toBe(2);
    expect(named.join()).toContain("12.345.678-5");
  }
});

test("a mail account, which stores nothing, is not said to be unread", async () => {
  const ana = { mail: "correo@maule.example", organization: "Con correo" };
  const { by, organizationId: id } = await newOwner({ api: scene, dashboard }, ana);
  const account = await scene.connection(id, "correo");
  const list = (await by.get(`/dashboard/${id}/conexiones`)).text;
  expect(/data-head="Meses leídos"><div>([^<]*)</.exec(list)?.[1]).toBe("no se guardan");
  expect(list).not.toContain("no programada");
  expect(list).not.toContain('href="#conectar"');
  const { text } = await by.get(`/dashboard/${id}/conexiones/${account}`);
  expect(text).toContain("Nada de la cuenta se guarda aquí");
  for (const word of ["Última lectura", "Próxima"]) expect(text).not.toContain(`<dt>${word}`);
});

test("more connections than fit on a page are listed page by page, each once", async () => {
  const ana = { mail: "muchas@maule.example", organization: "Con muchas" };
  const many = await newOwner({ api: scene, dashboard }, ana);
  const first = await scene.connect(many.organizationId);
  await scene.database.owner(
    `insert into connections select (jsonb_populate_record(c, jsonb_build_object(
       'id', 'conn_' || lpad(n::text, 26, '0'), 'nombre', 'Empresa ' || n))).*
     from connections c, generate_series(1, 119) n where c.id = $1`,
    [first],
  );
  const seen: string[] = [];
  let next: string | null = `/dashboard/${many.organizationId}/conexiones`;
  while (next !== null) {
    const shown: string = (await many.by.get(next)).text;
    expect(Buffer.byteLength(shown)).toBeLessThan(60 * 1_024);
    expect(shown).toMatch(/href="#conectar"[^]+id="conectar"/);
    seen.push(...[...shown.matchAll(/conexiones\/(conn_\w+)">/g)].map(([, id = ""]) => id));
    next = /href="([^"]+)" rel="next"/.exec(shown)?.[1] ?? null;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
});
