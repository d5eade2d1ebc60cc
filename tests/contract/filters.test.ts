import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, firstDay, lastDay, periodoOf } from "#lib/chile/index.ts";
import { accountsOf } from "#lib/contract/bank/index.ts";
import { nominaPagos, nominas } from "#lib/connectors/banco_b/store.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { toolsThatTake } from "#tests/support/tools-that-take.ts";
import { payroll, payrollLine } from "#tests/support/portals/payrolls.ts";
import { expectRefusal, issuesIn } from "#tests/support/refusal.ts";
import { accountOf } from "#tests/support/planted/account-of.ts";
import { storeCoverage, storeRows } from "#tests/support/planted/stored-rows.ts";

let api: TestApi;
let owner: { id: string; key: string };
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization();
});
afterAll(() => api.close());

const ask = (tool: string, input: object, connection: string): Promise<Answered> =>
  callTool(api.app, tool, input, { key: owner.key, connection });
const coverageOf = ({ body }: Answered) => body.data?.["cobertura"];
const past = addMonths(periodoOf(new Date()), -2);

/** A connection with these accounts, and every module read completely. */
async function connectionWith(connector: string, accounts: readonly string[]): Promise<string> {
  const connection = await api.connection(owner.id, connector);
  const where = { organization: owner.id, connection };
  await storeRows(api, where, accountsOf(connector), accounts.map(accountOf));
  for (const { id } of api.deps.catalogue.manifestOf(connector)?.alcances ?? []) {
    const cuentas = Object.fromEntries(accounts.map((account) => [account, true]));
    await storeCoverage(api, where, { alcance: id, periodo: past, cuentas });
  }
  return connection;
}

describe("an account", () => {
  const tools = toolsThatTake("numeroCuenta");
  test("can be named in every bank's lists", () => expect(tools.length).toBeGreaterThan(12));

  test.each(tools)(
    "$id: is one of those that were read, ignoring spaces",
    async ({ id, connector, times }) => {
      const connection = await connectionWith(connector, ["70012345678", "0002"]);
      const other = await connectionWith(connector, ["70012345679"]);
      expect(other).not.toBe(connection);
      const asked = times.includes("periodo") ? { periodo: past } : {};
      for (const numeroCuenta of ["70012345678", " 70012345678", "70012345678  "]) {
        const answer = await ask(id, { ...asked, numeroCuenta }, connection);
        expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      }
      for (const numeroCuenta of ["70012345679", "7001234567", "nope", "2"]) {
        const refused = await ask(id, { ...asked, numeroCuenta }, connection);
        expectRefusal(refused, "validation_error");
        expect(issuesIn(refused)).toEqual([
          {
            path: ["numeroCuenta"],
            code: "unknown_account",
            message: expect.stringContaining("0002, 70012345678"),
          },
        ]);
      }
    },
  );

  test("is not refused while no accounts were read, because nothing is known yet", async () => {
    const connection = await api.connection(owner.id, "banco_a");
    const input = { periodo: past, numeroCuenta: "70012345678" };
    const answer = await ask("banco_a.movimientos.consultar", input, connection);
    expect(answer.status).toBe(200);
    expect(coverageOf(answer)).toMatchObject({
      estado: "nunca_sincronizado",
      siguiente: { tool_id: "banco_a.conexion.sincronizar", input: { periodo: past } },
    });
  });

  test("is judged by its own reading", async () => {
    const connection = await connectionWith("banco_a", ["1", "2"]);
    const where = { organization: owner.id, connection };
    const month = addMonths(past, -1);
    const cuentas = { 1: true, 2: false };
    await storeCoverage(api, where, {
      alcance: "movimientos",
      periodo: month,
      status: "partial",
      cuentas,
    });
    for (const [numeroCuenta, estado] of [
      ["1", "completo"],
      ["2", "parcial"],
    ]) {
      const answer = await ask(
        "banco_a.movimientos.consultar",
        { periodo: month, numeroCuenta },
        connection,
      );
      expect(coverageOf(answer)).toMatchObject({ estado });
    }
  });
});

test("a card is one of those that were read", async () => {
  const connection = await connectionWith("banco_c", ["70012345678"]);
  const where = { organization: owner.id, connection };
  const month = addMonths(past, -1);
  const cuentas = { "****7192": true };
  const tool = "banco_c.movimientos_tarjetas.consultar";
  await storeCoverage(api, where, { alcance: "movimientos_tarjetas", periodo: month, cuentas });
  const known = await ask(tool, { periodo: month, tarjeta: "****7192" }, connection);
  expect(coverageOf(known)).toMatchObject({ estado: "completo" });
  const refused = await ask(tool, { periodo: month, tarjeta: "****7193" }, connection);
  expectRefusal(refused, "validation_error");
  expect(issuesIn(refused)).toMatchObject([
    { path: ["tarjeta"], code: "unknown_account", message: expect.stringContaining("****7192") },
  ]);
});

describe("a period and days", () => {
  const tools = toolsThatTake("desde").filter(({ times }) => times.includes("periodo"));
  test("can be named together at every list of days", () =>
    expect(tools.length).toBeGreaterThan(6));

  test.each(tools)("$id: that do not overlap contradict each other", async ({ id, connector }) => {
    const connection = await api.connection(owner.id, connector);
    const before = addMonths(past, -1);
    const contradictions = [
      { periodo: past, desde: firstDay(before), hasta: lastDay(before) },
      { periodo: past, hasta: lastDay(before) },
      { periodo: before, desde: firstDay(past) },
    ];
    for (const input of contradictions) {
      const refused = await ask(id, input, connection);
      expectRefusal(refused, "validation_error");
      expect(issuesIn(refused)).toMatchObject([{ path: ["periodo"], code: "contradiction" }]);
    }
    const backwards = await ask(id, { desde: lastDay(past), hasta: firstDay(past) }, connection);
    expect(issuesIn(backwards)).toMatchObject([{ path: ["hasta"], code: "contradiction" }]);
    const meeting = { periodo: past, desde: lastDay(before), hasta: firstDay(past) };
    expect((await ask(id, meeting, connection)).status).toBe(200);
  });
});

describe("the payments of a batch", () => {
  const tool = "banco_b.nomina_pagos.consultar";

  test("of a batch that was never read, or does not exist, were never synced", async () => {
    const connection = await connectionWith("banco_b", ["1"]);
    expect(coverageOf(await ask(tool, { idNomina: "NOPE" }, connection))).toEqual({
      estado: "nunca_sincronizado",
      periodos: [],
      hastaDia: null,
      ultimaSincronizacionEn: null,
      siguiente: null,
    });
  });

  test("are complete if all its lines are there, otherwise its month is named", async () => {
    const connection = await connectionWith("banco_b", ["1"]);
    const where = { organization: owner.id, connection };
    const header = payroll({ idNomina: "9", fecha: firstDay(past), numRegistros: 3 });
    const lines = [1, 2, 3].map((linea) => payrollLine({ idNomina: "9", linea }));
    // Another batch, whose id begins the same.
    await storeRows(api, where, nominaPagos, [payrollLine({ idNomina: "91", linea: 1 })]);
    await storeRows(api, where, nominas, [header]);
    await storeRows(api, where, nominaPagos, lines.slice(0, 2));
    api.clock.advance(24 * 3_600_000);
    expect(coverageOf(await ask(tool, { idNomina: "9" }, connection))).toMatchObject({
      estado: "parcial",
      periodos: [past],
      siguiente: {
        tool_id: "banco_b.conexion.sincronizar",
        input: { periodo: past, alcances: ["nominas"] },
      },
    });
    await storeRows(api, where, nominaPagos, lines);
    for (const input of [{ idNomina: "9" }, { idNomina: " 9 " }, { idNomina: "9", limit: 1 }]) {
      expect(coverageOf(await ask(tool, input, connection))).toMatchObject({
        estado: "completo",
        periodos: [past],
        siguiente: null,
      });
    }
  });
});
