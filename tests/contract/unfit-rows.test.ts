import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cuentas, Movimiento, movimientos } from "#lib/connectors/banco_a/store.ts";
import { accountRows } from "#lib/contract/bank/index.ts";
import { toRecord, type Cobertura, type NewRecord } from "#lib/contract/index.ts";
import { accountOf } from "#tests/support/planted/account-of.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import {
  movement,
  reading,
  readingScene,
  type ReadingScene,
} from "#tests/support/scenes/reading-scene.ts";

let jobs: JobScene;
let scene: ReadingScene;
beforeAll(async () => {
  jobs = await jobScene();
});
afterAll(() => jobs.close());
beforeEach(async () => {
  scene = await readingScene(jobs);
});

const stored = (id: string, change: Partial<Movimiento> = {}): NewRecord =>
  toRecord(movimientos, { ...Movimiento.parse(movement(id).payload), ...change });

/** As a parser could let it through: no tool returns a negative amount. */
const unfit = (id: string): NewRecord => stored(id, { monto: -1 });

const shown = async (): Promise<string[]> => {
  const { movimientos: rows } = await scene.ask<{ movimientos: { id: string; monto: number }[] }>(
    "banco_a.movimientos.consultar",
  );
  return rows.map(({ id, monto }) => `${id}: ${monto}`).toSorted();
};

describe("a row that breaks its contract", () => {
  test("is counted as one that could not be read, and the others are returned", async () => {
    expect(await scene.sync(reading([stored("a"), unfit("b")]))).toMatchObject({
      status: "partial",
      records_synced: 1,
      incompletos: 1,
      completo: false,
    });
    expect(await shown()).toEqual(["a: 1000"]);
  });

  test("withdraws nothing of its account, and what was stored of it stays", async () => {
    const wholes = { completoPorCuenta: { "001": true } };
    await scene.sync(reading([stored("a"), stored("b"), stored("c")], wholes));
    await scene.sync(reading([stored("a"), unfit("b")], wholes));
    expect(await shown()).toEqual(["a: 1000", "b: 1000", "c: 1000"]);
  });

  test("is missing of an account that the portal cut too: another reading may bring it", async () => {
    const cut = {
      completo: false,
      completoPorCuenta: { "001": false },
      cortadas: ["001"],
      more: [accountRows(cuentas, [accountOf("001")])],
    };
    const next = async () => {
      const input = { periodo: "2026-10", numeroCuenta: "001" };
      const { cobertura } = await scene.ask<{ cobertura: Cobertura }>(
        "banco_a.movimientos.consultar",
        input,
      );
      return cobertura.siguiente?.tool_id;
    };
    await scene.sync(reading([stored("a")], cut));
    expect(await next()).toBeUndefined();
    await scene.sync(reading([stored("a"), unfit("b")], cut));
    expect(await next()).toBe("banco_a.conexion.sincronizar");
  });

  test("counts once where it is also stored in a derived list, and by itself among accounts", async () => {
    const derived = { dataset: "banco_a.otros", records: [unfit("b")], uncounted: true as const };
    const twice = reading([stored("a"), unfit("b")], { more: [derived] });
    expect(await scene.sync(twice)).toMatchObject({ status: "partial", incompletos: 1 });
    const nameless = { ...accountOf("001"), numeroCuenta: "", tipo: "" };
    const account = toRecord(cuentas, nameless);
    const accounts = { dataset: cuentas.id, records: [account], uncounted: true as const };
    expect(await scene.sync(reading([stored("a")], { more: [accounts] }))).toMatchObject({
      status: "partial",
      incompletos: 1,
    });
  });
});
