import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { movimientosVigentes as movementsOfD } from "#lib/connectors/banco_d/store.ts";
import { movimientos as movementsOfF } from "#lib/connectors/banco_f/store.ts";
import { monthRows } from "#lib/contract/bank/index.ts";
import { withTx } from "#lib/db/context.ts";
import { upsertRecords } from "#lib/records/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import {
  manyRows,
  rowsOfEach,
  sumsOf,
  type ManyRows,
  type Movement,
} from "#tests/support/planted/many-rows.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { issuesIn } from "#tests/support/refusal.ts";
import { storeRows } from "#tests/support/planted/stored-rows.ts";

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
});
afterAll(() => scene.api.close());

const across = "conexiones.movimientos.consultar";

describe("a read of several connections", () => {
  const all = () => [scene.own.a, scene.own.d, scene.own.f];

  test("returns all of their rows once, newest first, with the fields that all have", async () => {
    const seen: (Movement & { conexionId: string; moneda: string })[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page = await scene.data(across, {
        conexiones: all(),
        periodo: "2027-08",
        limit: 300,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...(page["movimientos"] as typeof seen));
      ({ cursor } = page);
      pages += 1;
    } while (cursor !== null);
    expect(pages).toBe(10);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(3 * rowsOfEach);
    expect(seen).toHaveLength(3 * rowsOfEach);
    const days = seen.map(({ fecha }) => fecha);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(seen.every(({ moneda }) => moneda === "CLP")).toBe(true);
    expect(seen.filter(({ conexionId }) => conexionId === scene.own.f)).toHaveLength(rowsOfEach);
  });

  test.each([
    ["another comes between them in their day", 2, { comes: 50, goes: 0 }],
    ["the last one of a page is taken back", 1, { comes: 37, goes: 37 }],
  ])("returns each row once although %s", async (_what, count, { comes, goes }) => {
    const { api } = scene;
    const { id, key } = await api.organization();
    const connect = Array.from({ length: count }, () => api.connection(id, "banco_f"));
    const conexiones = await Promise.all(connect);
    const [row] = scene.rows.f;
    if (row === undefined) throw new TypeError("no row");
    /** In the bank's order, which is not that of their ids. */
    const store = async (last: number[]) => {
      for (const connectionId of conexiones) {
        const rows = last.map((n) => ({ ...row, id: `${connectionId}-${String(n)}` }));
        const { records } = monthRows(movementsOfF, [{ rows }]);
        const read = { dataset: movementsOfF.id, readAt: api.clock.now(), jobId: null };
        await withTx(api.contextOf(id), (tx) =>
          upsertRecords(tx, { ...read, connectionId, rows: records }),
        );
      }
    };
    const before = Array.from({ length: 10 }, (_, n) => 40 - n);
    await store(before);
    const change = async () => {
      const gone = conexiones.map((own) => `${own}-${String(goes)}`);
      await store([comes, ...before].filter((n) => n !== goes));
      const withdraw = "update records set withdrawn_at = now() where id = any($1)";
      await api.database.owner(withdraw, [gone]);
    };
    const seen: string[] = [];
    for (let cursor: unknown; cursor !== null;) {
      const input = { conexiones, limit: 7, ...(cursor !== undefined && { cursor }) };
      const { data = {} } = (await callTool(api.app, across, input, { key })).body;
      seen.push(...(data["movimientos"] as Movement[]).map((one) => one.id));
      if (cursor === undefined) await change();
      cursor = data["cursor"];
    }
    const left = before.filter((n) => n !== goes);
    const known = conexiones.flatMap((own) => left.map((n) => `${own}-${String(n)}`));
    expect(seen.filter((one) => known.includes(one)).toSorted()).toEqual(known.toSorted());
  });

  test("sums each of them, and gives the coverage of each", async () => {
    const page = await scene.data(across, { conexiones: all(), totales: true, limit: 1 });
    for (const [conexionId, sistema, rows] of [
      [scene.own.a, "banco_a", scene.rows.a],
      [scene.own.d, "banco_d", scene.rows.d],
    ] as const) {
      const sums = sumsOf(rows).map((sum) => ({ conexionId, sistema, ...sum }));
      expect(page["totales"]).toEqual(expect.arrayContaining(sums));
    }
    expect(page["coberturas"]).toMatchObject([
      { conexionId: scene.own.a, cobertura: { periodos: ["2027-08", "2027-09"] } },
      { conexionId: scene.own.d, cobertura: { estado: "nunca_sincronizado" } },
      { conexionId: scene.own.f, sistema: "banco_f" },
    ]);
  });

  test.each(["banco_f.movimientos.consultar", across])(
    "%s never sums over currencies, whatever a bank calls them",
    async (tool) => {
      const mixed = await scene.api.organization();
      const connection = await scene.api.connection(mixed.id, "banco_f");
      const [row] = scene.rows.f;
      if (row === undefined) throw new TypeError("no row");
      await storeRows(scene.api, { organization: mixed.id, connection }, movementsOfF, [
        { ...row, id: "f-pesos-1", currency: "CLP", monto: 1_000 },
        { ...row, id: "f-pesos-2", currency: "CLP", monto: 500 },
        { ...row, id: "f-dollars", currency: "USD", monto: 12.5 },
      ]);
      const input = { totales: true, ...(tool === across && { conexiones: [connection] }) };
      const { body } = await callTool(scene.api.app, tool, input, {
        key: mixed.key,
        ...(tool !== across && { connection }),
      });
      const part = { numeroCuenta: row.numeroCuenta, type: row.type };
      expect(body.data?.["totales"]).toMatchObject([
        { ...part, moneda: "CLP", filas: 2, monto: 1_500 },
        { ...part, moneda: "USD", filas: 1, monto: 12.5 },
      ]);
    },
  );

  test.each([across, "conexiones.saldos.consultar", "conexiones.estado.consultar"])(
    "%s is computed again under a repeated key: what was removed since is not shown",
    async (tool) => {
      const own = await scene.api.organization();
      const kept = await scene.api.connection(own.id, "banco_a");
      const cut = await scene.api.connection(own.id, "banco_d");
      const input = tool.endsWith("estado.consultar") ? {} : { conexiones: [kept, cut] };
      const ask = async () => {
        const options = { key: own.key, idempotencyKey };
        const { status, body } = await callTool(scene.api.app, tool, input, options);
        expect([status, body.meta["idempotency"]]).toEqual([200, undefined]);
        return JSON.stringify(body.data);
      };
      const idempotencyKey = randomUUID();
      expect(await ask()).not.toMatch(/connection_disabled|deshabilitada/);
      await updateConnection(scene.api.deps, cut, { disabled: true });
      expect(await ask()).toMatch(/connection_disabled|deshabilitada/);
      const keys = await scene.api.database.owner(
        "select 1 from idempotency_keys where organization_id = $1",
        [own.id],
      );
      expect(keys).toEqual([]);
    },
  );

  test("returns balances in one format", async () => {
    const page = await scene.data("conexiones.saldos.consultar", {
      conexiones: [scene.own.a, scene.own.f],
    });
    expect(page["saldos"]).toEqual([
      {
        conexionId: scene.own.f,
        sistema: "banco_f",
        fecha: "2027-09-02",
        numeroCuenta: "70012345670",
        moneda: "USD",
        saldoContable: 12.5,
        saldoDisponible: 10,
        ultimaLecturaEn: expect.stringMatching(/^2027-09-02T15:00/),
      },
    ]);
  });

  test("leaves out what its own tool would refuse, and says why; with nothing left it is refused", async () => {
    const off = await scene.api.connection(scene.owner.id, "banco_b");
    await updateConnection(scene.api.deps, off, { disabled: true });
    const page = await scene.data(across, { conexiones: [off, scene.own.a], limit: 1 });
    expect(page["omitidas"]).toEqual([{ conexionId: off, code: "connection_disabled" }]);
    expect(page["movimientos"]).toHaveLength(1);
    const { body } = await scene.read(across, { conexiones: [off] });
    expect(body.error?.code).toBe("connection_disabled");
    const { key } = await scene.api.key(scene.owner.id, ["conexiones:read", "banco_d:read"]);
    const narrow = await callTool(scene.api.app, across, { conexiones: all() }, { key });
    expect(narrow.body.data?.["omitidas"]).toEqual([
      { conexionId: scene.own.a, code: "scope_not_granted" },
      { conexionId: scene.own.f, code: "scope_not_granted" },
    ]);
  });

  test("continues without a connection that disappeared between two pages, and says so", async () => {
    const { api, owner, own } = scene;
    const leaves = await api.connection(owner.id, "banco_d");
    const leaving = { organization: owner.id, connection: leaves };
    await storeRows(api, leaving, movementsOfD, scene.rows.d);
    const asked = { conexiones: [leaves, own.d], limit: 300 };
    const first = await scene.data(across, asked);
    await updateConnection(api.deps, leaves, { disabled: true });
    const seen = [...(first["movimientos"] as { id: string; conexionId: string }[])];
    let { cursor } = first;
    while (cursor !== null) {
      const page = await scene.data(across, { ...asked, cursor });
      expect(page["omitidas"]).toEqual([{ conexionId: leaves, code: "connection_disabled" }]);
      seen.push(...(page["movimientos"] as typeof seen));
      ({ cursor } = page);
    }
    const kept = seen.filter(({ conexionId }) => conexionId === own.d).map(({ id }) => id);
    expect(kept).toHaveLength(rowsOfEach);
    expect(new Set(kept).size).toBe(rowsOfEach);
    const other = { conexiones: [own.a, own.d], limit: 300, cursor: first.cursor };
    expect(issuesIn(await scene.read(across, other))).toMatchObject([{ path: ["cursor"] }]);
  });

  test("over MCP has pages that the tool accepts, however many connections there are", async () => {
    const own = await scene.api.organization();
    const conexiones: string[] = [];
    for (let n = 0; n < 30; n += 1) conexiones.push(await scene.api.connection(own.id, "banco_a"));
    const campos = ["fecha", "descripcion", "monto", "type", "conexionId"];
    const input = { conexiones, campos, formato: "columnas" };
    const send = (request: Request) => scene.api.app.fetch(request);
    const { result } = await executeOverMcp(send, across, input, { key: own.key });
    expect(result?.structuredContent.data).toMatchObject({
      movimientos: { columnas: campos, filas: [] },
    });
  });

  test("does not know a stranger's connection, nor one without such rows", async () => {
    const stranger = await scene.api.organization();
    const theirs = await scene.api.connection(stranger.id, "banco_a");
    const tax = await scene.api.connection(scene.owner.id, "tributario");
    for (const id of [theirs, tax, "conn_01k2ap4m7c5xj0h8rztwq6e9vd"]) {
      expect(issuesIn(await scene.read(across, { conexiones: [scene.own.a, id] }))).toMatchObject([
        { path: ["conexiones", 1], code: "unknown_connection" },
      ]);
    }
  });

  test("leads to the list of connections if one is missing or unknown, but not if none was named", async () => {
    const unknown = `conn_${"0".repeat(26)}`;
    const exported = { tool_id: "banco_a.movimientos.consultar", input: {}, formato: "csv" };
    const link = { sistema: "banco_a", modo: "reconectar" };
    for (const [toolId, input] of [
      [across, {}],
      [across, { conexiones: [unknown] }],
      ["conexiones.exportacion.crear", { ...exported, conexiones: [scene.own.a, unknown] }],
      ["conexiones.enlace.crear", link],
      ["conexiones.enlace.crear", { ...link, conexionId: unknown }],
    ] as const) {
      const { body } = await scene.read(toolId, input);
      expect(body.error, JSON.stringify([toolId, input])).toMatchObject({
        code: "validation_error",
        details: { fix: { tool_id: "conexiones.estado.consultar", input: {} } },
      });
    }
    const none = await scene.read(across, { conexiones: [] });
    expect(none.body.error?.code).toBe("validation_error");
    expect(none.body.error?.details).not.toHaveProperty("fix");
  });

  test("counts against the quota of each connection that it read", async () => {
    const fresh = await scene.api.organization();
    const ids = [
      await scene.api.connection(fresh.id, "banco_a"),
      await scene.api.connection(fresh.id, "banco_d"),
    ];
    const off = await scene.api.connection(fresh.id, "banco_c");
    await updateConnection(scene.api.deps, off, { disabled: true });
    for (let call = 0; call < 3; call += 1) {
      await callTool(scene.api.app, across, { conexiones: [...ids, off] }, { key: fresh.key });
    }
    const spent = await scene.api.database.owner(
      `select connection_id, sum(calls)::int as calls from usage_slots
       where organization_id = $1 group by 1`,
      [fresh.id],
    );
    expect(spent).toHaveLength(2);
    expect(spent.map(({ calls }) => calls)).toEqual([3, 3]);
  });

  test.each([
    [{ limit: 500, conexiones: 21 }, ["limit"], "too_large"],
    [{ conexiones: 51 }, ["conexiones"], "too_long"],
    [{ conexiones: 0 }, ["conexiones"], "too_short"],
    [{ conexiones: 1, desde: "2027-08-09", hasta: "2027-08-08" }, ["hasta"], "contradiction"],
    [{ conexiones: 1, campos: ["saldo"] }, ["campos", 0], "invalid_choice"],
  ])("refuses %j", async ({ conexiones, ...rest }, path, code) => {
    const ids = Array.from({ length: conexiones }, (_, n) => `conn_${String(n).padStart(26, "0")}`);
    const answer = await scene.read(across, { ...rest, conexiones: ids });
    expect(issuesIn(answer)).toMatchObject([{ path, code }]);
  });
});
