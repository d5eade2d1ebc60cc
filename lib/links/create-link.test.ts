import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { bounds, updateOrganization } from "#lib/identity/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { linkScene, type LinkScene } from "#tests/support/scenes/links.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";

let scene: LinkScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());

const crear = { sistema: "banco_prueba", modo: "crear" };

async function refused(input: Record<string, unknown>, key = owner.key) {
  const answer = await callTool(scene.app, "conexiones.enlace.crear", input, { key });
  const issues = answer.body.error?.details?.["issues"] as { path: unknown; code: string }[];
  return {
    status: answer.status,
    code: answer.body.error?.code,
    issues: issues?.map(({ path, code }) => ({ path, code })),
  };
}

const invalid = (path: (string | number)[], code: string) => ({
  status: 400,
  code: "validation_error",
  issues: [{ path, code }],
});

test("returns a url of the service with 256 random bits, valid for a day", async () => {
  const before = scene.clock.now().getTime();
  const link = await scene.makeLink(owner);
  expect(link.id).toMatch(/^cs_[0-9a-z]{26}$/);
  expect(link.url).toBe(`http://connect.test/connect/${link.token}`);
  expect(link.token).toMatch(/^[\w-]{43}$/);
  const minutes = (Date.parse(link.expiraEn) - before) / 60_000;
  expect(Math.round(minutes)).toBe(1440);
  const other = await scene.makeLink(owner);
  expect(other.token).not.toBe(link.token);
});

test("stores a keyed hash of the token, and the token nowhere", async () => {
  const link = await scene.makeLink(owner);
  const rows = await scene.database.owner("select l::text as kept from links l where id = $1", [
    link.id,
  ]);
  expect(rows).toHaveLength(1);
  expect(String(rows[0]?.["kept"])).not.toContain(link.token);
  const hex = Buffer.from(link.token).toString("hex");
  expect(String(rows[0]?.["kept"])).not.toContain(hex);
});

test("takes all of the system's modules unless some are named", async () => {
  const all = await scene.makeLink(owner);
  const some = await scene.makeLink(owner, { alcances: ["saldos", "saldos"] });
  const read = (id: string) =>
    scene.database.owner("select alcances, state, nombre from links where id = $1", [id]);
  expect(await read(all.id)).toEqual([
    { alcances: ["saldos", "movimientos"], state: "open", nombre: null },
  ]);
  expect(await read(some.id)).toMatchObject([{ alcances: ["saldos"] }]);
});

test("an unknown system, one that cannot be connected and one not enabled get the same answer", async () => {
  const expected = invalid(["sistema"], "invalid_choice");
  expect(await refused({ ...crear, sistema: "banco_z" })).toEqual(expected);
  expect(await refused({ ...crear, sistema: "core" })).toEqual(expected);
  const without = await scene.organization({ connectors: [] });
  expect(await refused(crear, without.key)).toEqual(expected);
});

test.each([
  ["alcances", { alcances: ["saldos", "rcv"] }, ["alcances", 1], "invalid_choice"],
  ["no alcances", { alcances: [] }, ["alcances"], "too_short"],
  ["too short a term", { expiraEnMinutos: 4 }, ["expiraEnMinutos"], "too_small"],
  ["too long a term", { expiraEnMinutos: 10_081 }, ["expiraEnMinutos"], "too_large"],
  ["a connection", { conexionId: "conn_0" }, ["conexionId"], "not_allowed"],
  ["an empty name", { nombre: " " }, ["nombre"], "too_short"],
])("crear refuses invalid %s", async (_name, input, path, code) => {
  expect(await refused({ ...crear, ...input })).toEqual(invalid(path, code));
});

test.each([
  "http://empresa.example/",
  "https://persona:clave@empresa.example/",
  "https://",
  "javascript:alert(1)",
  "//empresa.example",
  "https://empresa.example/a b",
  "https:\\\\empresa.example",
  "data:text/html,x",
])("does not send a person to %s", async (volverA) => {
  expect(await refused({ ...crear, volverA })).toEqual(invalid(["volverA"], "wrong_format"));
});

describe("reconectar", () => {
  const reconectar = { sistema: "banco_prueba", modo: "reconectar" };

  test("names a connection of the organization and takes its modules", async () => {
    const conexionId = await scene.connection(owner.id, "banco_prueba", ["saldos"]);
    const link = await scene.makeLink(owner, { modo: "reconectar", conexionId });
    const rows = await scene.database.owner("select * from links where id = $1", [link.id]);
    expect(rows).toMatchObject([{ connection_id: conexionId, alcances: ["saldos"] }]);
  });

  test("without a connection says what is missing", async () => {
    expect(await refused(reconectar)).toEqual(invalid(["conexionId"], "required"));
  });

  test("another organization's connection, another system's and none get the same answer", async () => {
    const stranger = await scene.organization();
    const theirs = await scene.connection(stranger.id, "banco_prueba");
    const elsewhere = await scene.connection(owner.id, "otro");
    const answer = invalid(["conexionId"], "unknown_connection");
    expect(await refused({ ...reconectar, conexionId: theirs })).toEqual(answer);
    expect(await refused({ ...reconectar, conexionId: elsewhere })).toEqual(answer);
    expect(await refused({ ...reconectar, conexionId: "conn_malformada" })).toEqual(answer);
    const unknown = "conn_00000000000000000000000000";
    expect(await refused({ ...reconectar, conexionId: unknown })).toEqual(answer);
  });

  test("changes neither name nor modules, so it accepts neither", async () => {
    const conexionId = await scene.connection(owner.id, "banco_prueba");
    const given = { ...reconectar, conexionId, nombre: "Otro", alcances: ["saldos"] };
    expect((await refused(given)).issues).toEqual([
      { path: ["nombre"], code: "not_allowed" },
      { path: ["alcances"], code: "not_allowed" },
    ]);
  });

  test("does not renew a connection that its owners disabled", async () => {
    const conexionId = await scene.connection(owner.id, "banco_prueba");
    await updateConnection(scene.deps, conexionId, { disabled: true });
    expect(await refused({ ...reconectar, conexionId })).toMatchObject({
      status: 403,
      code: "connection_disabled",
    });
  });
});

test.each([
  ["past_due", "billing_past_due"],
  ["none", "subscription_required"],
] as const)("pauses while billing is %s", async (billing, code) => {
  const poor = await scene.organization();
  await updateOrganization(scene.deps, poor.id, { billing });
  expect(await refused(crear, poor.key)).toMatchObject({ code });
});

test("a link that is being tried counts as an open one", async () => {
  const maker = await scene.organization();
  await scene.submit((await scene.makeLink(maker)).token);
  for (let made = 1; made < bounds.openLinks; made += 1) await scene.makeLink(maker);
  expect(await refused(crear, maker.key)).toMatchObject({ code: "rate_limited" });
});

test("making a link waits for a change of roles before it locks a role", async () => {
  const admin = await plantMember(scene.database, owner.id, { role: "admin" });
  const query = scene.database.owner;
  await query("begin");
  await query("select 1 from organizations where id = $1 for no key update", [owner.id]);
  const making = scene.makeLinkByHand(owner.id, admin);
  expect(await endsOrWaits(scene.database, making)).toBe("waits");
  await query("select 1 from members where user_id = $1 for update nowait", [admin]);
  await query("commit");
  await making;
});
