import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import {
  movement,
  movements,
  reading,
  readingScene,
  type ReadingScene,
} from "#tests/support/scenes/reading-scene.ts";
import { todayInSantiago } from "#lib/chile/index.ts";
import type { AlcanceReading, NewRecord, ReadRows } from "#lib/contract/index.ts";

let jobs: JobScene;
let scene: ReadingScene;
beforeAll(async () => {
  jobs = await jobScene();
});
afterAll(() => jobs.close());
beforeEach(async () => {
  scene = await readingScene(jobs);
});

/** One sync; returns the instant of its reading. */
async function sync(
  brought: AlcanceReading,
  ...given: [periodo?: string, alcance?: string]
): Promise<string> {
  await scene.sync(brought, ...given);
  const newest =
    "select read_at from coverage where connection_id = $1 order by read_at desc limit 1";
  const [{ read_at: at } = {}] = await jobs.database.owner(newest, [scene.connection]);
  return (at as Date).toISOString();
}

/** When each row was last read, according to the tool. */
async function lastRead(input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { movimientos } = await scene.ask<{ movimientos: Record<string, unknown>[] }>(
    "banco_a.movimientos.consultar",
    input,
  );
  return Object.fromEntries(movimientos.map(({ id, ultimaLecturaEn }) => [id, ultimaLecturaEn]));
}

async function lastShown(list: "cuentas" | "saldos"): Promise<unknown[]> {
  const answer = await scene.ask<Record<typeof list, Record<string, unknown>[]>>(
    `banco_a.${list}.consultar`,
  );
  return answer[list].map((row) => [row["numeroCuenta"], row["ultimaLecturaEn"]]);
}

const versions = () =>
  jobs.database.owner("select id, xmin::text from records where connection_id = $1 order by id", [
    scene.connection,
  ]);

const plus = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

describe("a row that a complete reading brings again", () => {
  test("was read then, and is not written", async () => {
    await sync(reading(movements(["a", "b"])));
    const before = await versions();
    const again = await sync(reading(movements(["a", "b"])));
    expect(await lastRead()).toEqual({ a: again, b: again });
    expect(await versions()).toEqual(before);
  });

  test("was read then, however the list is read: by account, by month, in pages", async () => {
    await sync(reading(movements(["a", "b"])));
    const again = await sync(reading(movements(["a", "b"])));
    expect(await lastRead({ periodo: "2026-10" })).toEqual({ a: again, b: again });
    expect(await lastRead({ limit: 1 })).toEqual({ b: again });
    expect(await lastRead({ incluirRetirados: true })).toEqual({ a: again, b: again });
  });

  test("belongs to its own month", async () => {
    const october = await sync(reading(movements(["a"])));
    const september = await sync(reading(movements(["s"], { fecha: "2026-09-30" })), "2026-09");
    expect(await lastRead()).toEqual({ a: october, s: september });
  });

  test.each<[string, Partial<AlcanceReading>]>([
    ["part of it was missing", { incompletos: 1, completo: false }],
    ["nobody knows whether it was whole", { completo: null }],
    ["its account was cut", { completo: false, completoPorCuenta: { "001": false } }],
    ["its account was not listed", { completoPorCuenta: { "002": true } }],
  ])("says nothing of the rows when %s", async (_why, change) => {
    const first = await sync(reading(movements(["a"])));
    const second = await sync(reading(movements(["a", "b"]), change));
    expect(await lastRead()).toEqual({ a: first, b: second });
  });

  test("covers only its account, where the portal cuts by account", async () => {
    const rows = [movement("a"), movement("b", { numeroCuenta: "002" })];
    const first = await sync(reading(rows));
    const completoPorCuenta = { "001": true, "002": false };
    const second = await sync(reading(rows, { completo: false, completoPorCuenta }));
    expect(await lastRead()).toEqual({ a: second, b: first });
  });

  test("keeps a correction newer than what it corrects", async () => {
    const correction: ReadRows = {
      dataset: "banco_a.movimientos",
      records: movements(["b"]),
      readOrder: 1,
    };
    await sync(reading(movements(["a"])));
    for (const time of ["first", "again"]) {
      const at = await sync(reading(movements(["a"]), { more: [correction] }));
      expect([time, await lastRead()]).toEqual([time, { a: at, b: plus(at, 1) }]);
    }
  });
});

describe("a row that a reading does not bring", () => {
  test("was last read when it was last seen, once it is withdrawn", async () => {
    await sync(reading(movements(["x", "z"])));
    const seen = await sync(reading(movements(["x", "z"])));
    const gone = await sync(reading(movements(["z"])));
    expect(await lastRead({ incluirRetirados: true })).toEqual({ x: seen, z: gone });
    const later = await sync(reading(movements(["z"])));
    expect(await lastRead({ incluirRetirados: true })).toEqual({ x: seen, z: later });
    const back = await sync(reading(movements(["x", "z"])));
    expect(await lastRead()).toEqual({ x: back, z: back });
  });

  test("stays at that, while too many are missing to be believed", async () => {
    const all = Array.from({ length: 20 }, (_, n) => `m${n}`);
    await sync(reading(movements(all)));
    const seen = await sync(reading(movements(all)));
    await sync(reading(movements(all.slice(10))));
    expect(new Set(Object.values(await lastRead()))).toEqual(new Set([seen]));
    const believed = await sync(reading(movements(all.slice(10))));
    const { m0, m19 } = await lastRead({ incluirRetirados: true });
    expect([m0, m19]).toEqual([seen, believed]);
  });
});

describe("rows that stay when they are not seen", () => {
  const account = (numeroCuenta: string): NewRecord => ({
    id: numeroCuenta,
    periodo: "",
    account: numeroCuenta,
    sortKey: numeroCuenta,
    payload: { numeroCuenta, tipo: "CORRIENTE", moneda: "CLP", estado: null },
  });
  const balance = (fecha: string, numeroCuenta = "001"): NewRecord => ({
    id: `${fecha}|${numeroCuenta}`,
    periodo: fecha.slice(0, 7),
    account: numeroCuenta,
    sortKey: `${fecha}|${numeroCuenta}`,
    payload: { fecha, numeroCuenta, moneda: "CLP", saldoContable: 1, saldoDisponible: 1 },
  });
  const shown = (list: "cuentas" | "saldos", records: NewRecord[]): ReadRows => ({
    dataset: `banco_a.${list}`,
    records,
    uncounted: true,
    unseen: "stays",
  });

  test("belong to the readings that showed them, complete or not, of any month", async () => {
    await sync(reading([], { more: [shown("cuentas", ["001", "002"].map(account))] }));
    const before = await versions();
    const both = await sync(
      reading([], { completo: false, more: [shown("cuentas", ["001", "002"].map(account))] }),
      "2026-09",
    );
    expect(await lastShown("cuentas")).toEqual([
      ["001", both],
      ["002", both],
    ]);
    expect(await versions()).toEqual(before);
    const one = await sync(reading([], { more: [shown("cuentas", [account("001")])] }));
    expect(await lastShown("cuentas")).toEqual([
      ["001", one],
      ["002", both],
    ]);
  });

  test("are no newer than the last reading that showed them", async () => {
    const month = todayInSantiago(jobs.clock.now()).slice(0, 7);
    const read = (day: string): Promise<string> =>
      sync(reading([], { more: [shown("saldos", [balance(day)])] }), month, "saldos");
    await read("2026-10-30");
    const seen = await read("2026-10-30");
    await read("2026-10-31");
    const marked = (await versions())[0];
    const again = await read("2026-10-31");
    expect(await lastShown("saldos")).toEqual([
      ["001", again],
      ["001", seen],
    ]);
    expect((await versions())[0]).toEqual(marked);
  });
});
