import { afterAll, beforeAll, expect, test } from "vitest";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { hiddenOf, type Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let owner: Someone;
let organizationId: string;
let page: string;
let by: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
  const founder = { mail: "limita@maule.example", organization: "Con límites" };
  ({ owner, organizationId, by } = await newOwner(scene, founder));
  page = `/dashboard/${organizationId}/honorarios/limites`;
});
afterAll(() => scene.close());

const policy = async () => {
  const rows = await scene.api.database.owner(
    "select * from fee_receipt_policies where organization_id = $1",
    [organizationId],
  );
  return rows[0];
};
const filled = {
  habilitado: "si",
  montoMaximo: "$1.000.000",
  montoDiario: "3 000 000",
  cantidadDiaria: "5",
  diasAtras: "0",
  diasAdelante: "92",
  cuales: "todas",
  receptores: "76.177.907-9; 123456785",
};

test("nothing is issued until somebody sets limits, and these are stored with who set them", async () => {
  expect((await by.get(page)).text).not.toContain('name="habilitado" value="si" checked');
  expect(await policy()).toBeUndefined();
  const saved = await by.submit(page, page, filled);
  expect(saved.location).toBe(`${page}?nota=guardada`);
  expect(await policy()).toMatchObject({
    enabled: true,
    connections: null,
    receivers: ["76177907-9", "12345678-5"],
    max_amount: "1000000",
    daily_amount: "3000000",
    daily_count: 5,
    days_back: 0,
    days_ahead: 92,
    actor_kind: "member",
    actor_id: owner.userId,
  });
  const [row] = await scene.api.database.owner(
    "select outcome from audit where organization_id = $1 and operation = $2 order by at desc limit 1",
    [organizationId, "dashboard.change_fee_receipt_policy"],
  );
  expect(row).toEqual({ outcome: "ok" });
});

test("values out of bounds are named by field, and nothing changes", async () => {
  const before = await policy();
  for (const wrong of [
    { montoMaximo: "0" },
    { diasAtras: "93" },
    { cantidadDiaria: "-1" },
    { receptores: "76.177.907-8" },
    { cuales: "algunas" },
    { cuales: [] },
    { cuales: "todas", conexiones: scene.connectionId },
  ]) {
    const refused = await by.submit(page, page, { ...filled, ...wrong });
    expect(refused.status).toBe(422);
    const told = "cuales" in wrong ? "¿Todas las conexiones, o solo algunas?" : 'class="error"';
    expect(refused.text).toContain(told);
  }
  expect(await policy()).toEqual(before);
});

test("only the organization's connections can be named", async () => {
  const connection = await scene.api.connection(organizationId, "tributario");
  const some = { ...filled, cuales: "algunas" };
  const strange = await by.submit(page, page, { ...some, conexiones: scene.connectionId });
  expect(strange.status).toBe(400);
  await by.submit(page, page, { ...some, conexiones: connection });
  expect(await policy()).toMatchObject({ connections: [connection] });
});

test("if two people change it at once, the later one sees both versions", async () => {
  const form = hiddenOf((await by.get(page)).text, page);
  await by.post(page, { ...form, ...filled, montoMaximo: "500" });
  const late = await by.post(page, { ...form, ...filled, montoMaximo: "700" });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/<div>\$500<\/div>[^]*<div>\$700<\/div>/);
  expect((await by.post(page, hiddenOf(late.text, page))).status).toBe(303);
  expect(await policy()).toMatchObject({ max_amount: "700" });
});

test("both versions name the connections as the form does, and no ids", async () => {
  const connection = await scene.api.connection(organizationId, "tributario");
  await scene.api.database.owner("update connections set nombre = $2 where id = $1", [
    connection,
    "Sucursal de Talca",
  ]);
  const some = { ...filled, cuales: "algunas", conexiones: connection };
  const form = hiddenOf((await by.get(page)).text, page);
  await by.post(page, { ...form, ...some });
  const late = await by.post(page, { ...form, ...some, montoMaximo: "900" });
  expect(late.status).toBe(409);
  const cells = [...late.text.matchAll(/<div>(Sucursal de Talca|conn_\w+)<\/div>/g)];
  expect(cells.map(([, text]) => text)).toEqual(["Sucursal de Talca", "Sucursal de Talca"]);
});

test("a member sees none of it", async () => {
  await scene.api.database.owner("update members set role = 'member' where user_id = $1", [
    owner.userId,
  ]);
  expect((await by.get(page)).status).toBe(403);
});
