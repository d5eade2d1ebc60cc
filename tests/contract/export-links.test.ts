import { afterAll, beforeAll, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { movimientosVigentes as ofD } from "#lib/connectors/banco_d/store.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { exportFrom, readExport } from "#tests/support/read-export.ts";
import { manyRows, type ManyRows } from "#tests/support/planted/many-rows.ts";
import { issuesIn } from "#tests/support/refusal.ts";
import { storeRows } from "#tests/support/planted/stored-rows.ts";

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
});
afterAll(() => scene.api.close());

test("an offered link works, however long its filters and list of connections", async () => {
  const { api, owner } = scene;
  const conexiones: string[] = [];
  for (let n = 0; n < 50; n += 1) conexiones.push(await api.connection(owner.id, "previsional"));
  // Blanks around an id do not matter to its filter, but take three bytes each in the link.
  const ask = (blanks: number) => {
    const query = {
      tool_id: "previsional.nomina_cotizaciones.consultar",
      input: { idNomina: `${"\u3000".repeat(blanks)}8841` },
      conexiones,
      formato: "ndjson",
    };
    return callTool(api.app, "conexiones.exportacion.crear", query, { key: owner.key });
  };
  for (const blanks of [0, 200]) {
    const url = String((await ask(blanks)).body.data?.["url"]);
    expect((await readExport(api.app, url)).text).toBe("");
  }
  expect(issuesIn(await ask(1_900))).toMatchObject([{ path: ["input"], code: "too_long" }]);
});

test("with several connections, a part says that one was closed since the previous part", async () => {
  const { api, owner, own } = scene;
  const [like] = scene.rows.d;
  if (like === undefined) throw new TypeError("no row");
  const full = await api.connection(owner.id, "banco_d");
  const text = "x".repeat(450);
  const long = Array.from({ length: 9_000 }, (_, n) => ({
    ...like,
    id: `d-${n}`,
    descripcion: text,
  }));
  await storeRows(api, { organization: owner.id, connection: full }, ofD, long);
  const leaves = await api.connection(owner.id, "banco_a");
  const url = await exportFrom(api.app, owner.key, {
    tool_id: "conexiones.movimientos.consultar",
    input: {},
    conexiones: [full, leaves, own.f],
    formato: "ndjson",
  });
  const first = await api.app.request(new URL(url).pathname);
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  await updateConnection(api.deps, leaves, { disabled: true });
  const second = await api.app.request(new URL(next).pathname);
  expect([second.status, await second.json()]).toMatchObject([
    403,
    { error: { code: "connection_disabled" } },
  ]);
});

test("with several connections, no part is given to a key that may no longer read them together", async () => {
  const { api, owner, own } = scene;
  const { id, key } = await api.key(owner.id, ["conexiones:read", "banco_a:read"]);
  const url = await exportFrom(api.app, key, {
    tool_id: "conexiones.movimientos.consultar",
    input: {},
    conexiones: [own.a],
    formato: "ndjson",
  });
  const left = "update api_keys set scopes = '{banco_a:read}' where id = $1";
  await api.database.owner(left, [id]);
  const part = await api.app.request(new URL(url).pathname);
  expect([part.status, await part.json()]).toMatchObject([
    403,
    { error: { code: "scope_not_granted" } },
  ]);
});

test("with one tool's connections, a part says which refusal it meets, and counts for none", async () => {
  const { api } = scene;
  const fresh = await api.organization();
  const conexiones = [
    await api.connection(fresh.id, "banco_a"),
    await api.connection(fresh.id, "banco_a"),
  ];
  const input = { periodo: "2027-08" };
  const query = { tool_id: "banco_a.movimientos.consultar", input, conexiones, formato: "csv" };
  const { pathname } = new URL(await exportFrom(api.app, fresh.key, query));
  const refusals: [string, Parameters<typeof updateConnection>[2], string][] = [
    [conexiones[1] ?? "", { alcances: ["saldos"] }, "alcance_not_enabled"],
    [conexiones[0] ?? "", { disabled: true }, "connection_disabled"],
  ];
  for (const [connection, change, code] of refusals) {
    await updateConnection(api.deps, connection, change);
    const part = await api.app.request(pathname);
    expect([part.status, await part.json()]).toMatchObject([403, { error: { code } }]);
  }
  const spent = "select calls::int as calls from usage_slots where organization_id = $1";
  expect(await api.database.owner(spent, [fresh.id])).toEqual([{ calls: 1 }, { calls: 1 }]);
  const audited = "select outcome from audit where organization_id = $1 order by at";
  const outcomes = (await api.database.owner(audited, [fresh.id])).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["ok", "alcance_not_enabled", "connection_disabled"]);
});
