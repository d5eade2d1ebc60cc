import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movimientos as allOfD, movimientosVigentes } from "#lib/connectors/banco_d/store.ts";
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

const campos = ["fecha", "descripcion", "monto", "type", "numeroCuenta"];

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
});
afterAll(() => scene.api.close());

const tool = "banco_a.movimientos.consultar";

describe("a read of one connection", () => {
  test("returns only the named fields, in that order, page by page like whole rows", async () => {
    const whole = await scene.data(tool, { limit: 100 }, scene.own.a);
    const part = await scene.data(tool, { limit: 100, campos: ["monto", "id"] }, scene.own.a);
    const rows = whole["movimientos"] as Movement[];
    expect(part["movimientos"]).toEqual(rows.map(({ monto, id }) => ({ monto, id })));
    expect(Object.keys((part["movimientos"] as object[])[0] ?? {})).toEqual(["monto", "id"]);
    expect(part.cursor).toBe(whole.cursor);
    const next = await scene.data(
      tool,
      { limit: 100, cursor: part.cursor, formato: "columnas", campos: ["id"] },
      scene.own.a,
    );
    const later = await scene.data(tool, { limit: 100, cursor: whole.cursor }, scene.own.a);
    expect(next["movimientos"]).toEqual({
      columnas: ["id"],
      filas: (later["movimientos"] as Movement[]).map(({ id }) => [id]),
    });
  });

  test("sums the whole filter on its first page only", async () => {
    const filter = { desde: "2027-08-03", totales: true, limit: 10 };
    const first = await scene.data(tool, filter, scene.own.a);
    const meant = scene.rows.a.filter(({ fecha }) => fecha >= "2027-08-03");
    expect(first["totales"]).toHaveLength(4);
    expect(first["totales"]).toEqual(expect.arrayContaining(sumsOf(meant)));
    const second = await scene.data(tool, { ...filter, cursor: first.cursor }, scene.own.a);
    expect(second["totales"]).toBeNull();
    expect(await scene.data(tool, { limit: 10 }, scene.own.a)).not.toHaveProperty("totales");
    const debits = await scene.data(tool, { type: "debit", totales: true, limit: 1 }, scene.own.a);
    expect(debits["totales"]).toHaveLength(2);
  });

  test("counts only the valid row of a corrected movement, even if both are shown", async () => {
    const connection = await scene.api.connection(scene.owner.id, "banco_d");
    const at = { organization: scene.owner.id, connection };
    const [row] = scene.rows.d;
    if (row === undefined) throw new TypeError("no row");
    const wrong = { ...row, id: "d-wrong", monto: 82_000 };
    const right = { ...row, id: "d-right", ingreso: "2027-08-13T09:00:00", monto: 28_000 };
    const other = { ...row, id: "d-other", numeroCuenta: "9", monto: 7 };
    await storeRows(scene.api, at, allOfD, [wrong, right, other]);
    await storeRows(scene.api, at, movimientosVigentes, [{ ...right, id: "d-wrong" }, other]);
    const banco = "banco_d.movimientos.consultar";
    for (const soloVigentes of [false, true]) {
      const filter = { numeroCuenta: row.numeroCuenta, soloVigentes, totales: true };
      const page = await scene.data(banco, { ...filter, periodo: "2027-08" }, connection);
      expect(page["movimientos"]).toHaveLength(soloVigentes ? 1 : 2);
      expect(page["totales"]).toMatchObject([{ moneda: "CLP", filas: 1, monto: 28_000 }]);
    }
  });

  test("sums the rows in force, with and without withdrawn rows on the page", async () => {
    const filter = { periodo: "2027-08", numeroCuenta: "70012345670", totales: true, limit: 1 };
    // Both ways over every connection of the pool: their statements differ only at the end.
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        scene.data(
          tool,
          { ...filter, ...(at % 2 === 0 && { incluirRetirados: true }) },
          scene.own.a,
        ),
      ),
    );
    const meant = scene.rows.a.filter(({ numeroCuenta }) => numeroCuenta === "70012345670");
    for (const { totales } of answers) {
      expect(totales).toHaveLength(2);
      expect(totales).toEqual(expect.arrayContaining(sumsOf(meant)));
    }
  });

  test.each([
    [{ campos: ["monto", "saldos"] }, ["campos", 1], "invalid_choice"],
    [{ campos: ["monto", "monto"] }, ["campos", 1], "not_allowed"],
    [{ campos: [] }, ["campos"], "too_short"],
    [{ formato: "tabla" }, ["formato"], "invalid_choice"],
  ])("refuses %j by its place", async (input, path, code) => {
    expect(issuesIn(await scene.read(tool, input, scene.own.a))).toMatchObject([{ path, code }]);
  });

  test("says which columns have third-party text", async () => {
    const { body } = await scene.read(tool, { formato: "columnas", campos }, scene.own.a);
    expect(body.meta).toMatchObject({ untrusted: ["data.movimientos.filas[][1]"] });
  });

  test("for 1,000 movements over MCP, in five columns, takes at most 3 pages and 90 KB", async () => {
    const seen: unknown[] = [];
    let [pages, bytes] = [0, 0];
    let cursor: string | undefined;
    do {
      const input = { campos, formato: "columnas", limit: 500, ...(cursor && { cursor }) };
      const { result } = await executeOverMcp(
        (request) => scene.api.app.fetch(request),
        tool,
        input,
        {
          key: scene.owner.key,
          connection: scene.own.a,
        },
      );
      const page = (result?.structuredContent.data ?? {}) as unknown as {
        movimientos: { filas: unknown[] };
        cursor: string | null;
      };
      seen.push(...page.movimientos.filas);
      pages += 1;
      bytes += result?.content[0]?.text.length ?? 0;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(rowsOfEach);
    expect(pages).toBeLessThanOrEqual(3);
    expect(bytes).toBeLessThanOrEqual(90 * 1024);
  });

  test("says over MCP how many of the requested rows a page has", async () => {
    const { result } = await executeOverMcp(
      (request) => scene.api.app.fetch(request),
      tool,
      { limit: 500 },
      { key: scene.owner.key, connection: scene.own.a },
    );
    const { data: page = {}, meta } = result?.structuredContent ?? {};
    const given = (page["movimientos"] as unknown[]).length;
    expect(meta?.["page"]).toEqual({ asked: 500, given });
    expect(result?.content.map(({ text }) => text).join()).toContain("Pediste 500");
  });
});
