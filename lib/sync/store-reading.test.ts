import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { upsertRecords } from "#lib/records/index.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import {
  dataset,
  movement,
  movements,
  reading,
  readingScene,
  type ReadingScene,
} from "#tests/support/scenes/reading-scene.ts";
import type { AlcanceReading, NewRecord, ReadRows } from "#lib/contract/index.ts";

let jobs: JobScene;
let scene: ReadingScene;
let connection: string;
beforeAll(async () => {
  jobs = await jobScene();
});
afterAll(() => jobs.close());
beforeEach(async () => {
  scene = await readingScene(jobs);
  connection = scene.connection;
});

const sync: ReadingScene["sync"] = (...given) => scene.sync(...given);

interface Answer {
  movimientos: Record<string, unknown>[];
  cobertura: { estado: string };
  cursor: string | null;
}
const ask = (input?: Record<string, unknown>) =>
  scene.ask<Answer>("banco_a.movimientos.consultar", input);

const inForce = async (): Promise<string[]> =>
  (await ask({ limit: 500 })).movimientos.map(({ id }) => String(id)).toSorted();

const whole = { status: "ok", completo: true };
const partial = { status: "partial" };

test("a character that no database can store costs neither its row nor the others", async () => {
  const brought = reading([
    movement("a", { descripcion: "COMPRA\u0000X" }),
    movement("b", { descripcion: "gracias \ud83d" }),
    movement("c", { descripcion: "PAGO" }),
  ]);
  for (const time of ["first", "again"]) {
    expect([time, await sync(brought)]).toMatchObject([time, { ...whole, records_synced: 3 }]);
    const { movimientos } = await ask();
    expect(movimientos.map(({ id, descripcion }) => [id, descripcion])).toEqual([
      ["c", "PAGO"],
      ["b", "gracias \ufffd"],
      ["a", "COMPRAX"],
    ]);
  }
});

test("an account has one name, whatever the portal hides in it", async () => {
  const hidden = { numeroCuenta: "00\u200b1" };
  const accounts: ReadRows = {
    dataset: "banco_a.cuentas",
    records: [{ ...movement("00\u200b1", hidden), periodo: "" }],
    uncounted: true,
    unseen: "stays",
  };
  const completoPorCuenta = { "00\u200b1": true, "002": false };
  const change = { completo: false, completoPorCuenta, more: [accounts] };
  await sync(reading([movement("x", hidden)], change));
  const [kept] = await jobs.database.owner(
    `select r.account, c.cuentas from records r join coverage c using (connection_id)
     where r.connection_id = $1 and r.dataset = 'banco_a.movimientos'`,
    [connection],
  );
  expect(kept).toEqual({ account: "001", cuentas: { "001": true, "002": false } });
  await sync(reading([movement("y", hidden)], change));
  expect(await inForce()).toEqual(["y"]);
  const { cobertura } = await ask({ periodo: "2026-10", numeroCuenta: "001" });
  expect(cobertura).toMatchObject({ estado: "completo" });
});

test("an account of which the portal shows nothing any more stays complete, and its rows stay", async () => {
  const rows = [movement("a"), movement("b", { numeroCuenta: "002" })];
  await sync(reading(rows, { completoPorCuenta: { "001": true, "002": true } }));
  const withheld = { completo: false, completoPorCuenta: { "001": true, "002": false } };
  const later = reading(rows.slice(0, 1), { ...withheld, cortadas: ["002"] });
  for (const time of ["once", "again"]) {
    expect([time, await sync(later)]).toMatchObject([time, { ...whole, records_synced: 1 }]);
  }
  expect(await inForce()).toEqual(["a", "b"]);
  const { cobertura } = await ask({ periodo: "2026-10" });
  expect(cobertura).toMatchObject({ estado: "completo" });
  const known = "select cuentas from coverage where connection_id = $1";
  expect(await jobs.database.owner(known, [connection])).toEqual([
    { cuentas: { "001": true, "002": true } },
  ]);
});

describe("a row that a complete reading no longer brings", () => {
  const provisional = movement("x", { descripcion: "COMPRA POR CONFIRMAR" });
  const final = movement("y", { descripcion: "COMPRA TIENDA 12" });

  test("does not count next to its replacement, and returns when it is seen again", async () => {
    await sync(reading([provisional]));
    expect(await sync(reading([final]))).toMatchObject(whole);
    const { movimientos, cobertura } = await ask({ periodo: "2026-10" });
    expect(movimientos.map(({ id }) => id)).toEqual(["y"]);
    expect(movimientos[0]).not.toHaveProperty("retiradoEn");
    expect(cobertura).toMatchObject({ estado: "completo" });

    await sync(reading([provisional]));
    expect(await inForce()).toEqual(["x"]);
  });

  test("stays when it was stored after the reading began, and goes with the next one", async () => {
    await sync(reading([provisional]));
    jobs.play({
      read: async () => {
        // Issued while the portal is read: its list was read before.
        jobs.advance(1);
        const { deps, clock } = jobs;
        const readAt = clock.now();
        const organization = { id: scene.owner.id };
        await deps.db.transaction(organization.id, (db) =>
          upsertRecords(
            { db, organization },
            { connectionId: connection, dataset, readAt, jobId: null, rows: [movement("new")] },
          ),
        );
        return reading([final]);
      },
    });
    const asked = { periodo: "2026-10", alcances: ["movimientos"] };
    await jobs.run(await jobs.request(scene.owner.id, connection, asked));
    expect(await inForce()).toEqual(["new", "y"]);
    await sync(reading([final]));
    expect(await inForce()).toEqual(["y"]);
  });

  test("is answered with the instant of its withdrawal where it is asked for", async () => {
    await sync(reading([provisional, movement("z")]));
    await sync(reading([final, movement("z")]));
    const { movimientos } = await ask({ incluirRetirados: true });
    const goneAt = movimientos[1]?.["ultimaLecturaEn"];
    expect(movimientos.map(({ id, retiradoEn }) => [id, retiradoEn])).toEqual([
      ["z", null],
      ["y", null],
      ["x", goneAt],
    ]);
    await sync(reading([final, movement("z")]));
    const later = (await ask({ incluirRetirados: true })).movimientos;
    expect(later.map(({ retiradoEn }) => retiradoEn)).toEqual([null, null, goneAt]);
    expect((await ask({ incluirRetirados: false })).movimientos).toHaveLength(2);
  });

  test.each<[string, Partial<AlcanceReading>]>([
    ["one of its rows could not be read", { incompletos: 1, completo: false }],
    ["it was cut", { completo: false }],
    ["nobody knows whether it is whole", { completo: null }],
    ["its account was cut", { completo: false, completoPorCuenta: { "001": false, "002": true } }],
    ["its account was not listed", { completoPorCuenta: { "002": true } }],
  ])("stays when %s", async (_why, change) => {
    await sync(reading([provisional]));
    await sync(reading([final], change));
    expect(await inForce()).toEqual(["x", "y"]);
  });

  test("goes with its account only, where the portal cuts by account", async () => {
    const other = { numeroCuenta: "002" };
    await sync(reading([provisional, ...movements(["a", "b"], other)]));
    const completoPorCuenta = { "001": false, "002": true };
    const change = { completo: false, completoPorCuenta };
    expect(await sync(reading([movement("b", other)], change))).toMatchObject(partial);
    expect(await inForce()).toEqual(["b", "x"]);
  });

  test("goes when its account is listed without any row, and stays when it is not listed", async () => {
    const other = { numeroCuenta: "002" };
    await sync(reading([provisional, movement("a", other)]));
    const accounts: ReadRows = {
      dataset: "banco_a.cuentas",
      records: [{ ...movement("001"), periodo: "" }],
      uncounted: true,
      unseen: "stays",
    };
    await sync(reading([], { more: [accounts] }));
    expect(await inForce()).toEqual(["a"]);
  });

  test("belongs to the month that was read, and to no other", async () => {
    await sync(reading([provisional]));
    await sync(reading([movement("s", { fecha: "2026-09-30" })]), "2026-09");
    await sync(reading([movement("t", { fecha: "2026-09-30" })]), "2026-09");
    expect(await inForce()).toEqual(["t", "x"]);
  });

  test("stays where the dataset says so, and is deleted where it is derived from others", async () => {
    const of = (name: string, unseen: "stays" | "dropped", id: string): ReadRows => ({
      dataset: `banco_a.${name}`,
      records: [movement(id)],
      unseen,
    });
    const more = (id: string) => [of("fotos", "stays", id), of("sumas", "dropped", id)];
    await sync(reading([], { more: more("x") }));
    await sync(reading([], { more: more("y") }));
    const kept = await jobs.database.owner(
      "select dataset, id, withdrawn_at as gone from records where connection_id = $1 order by 1, 2",
      [connection],
    );
    expect(kept).toEqual([
      { dataset: "banco_a.fotos", id: "x", gone: null },
      { dataset: "banco_a.fotos", id: "y", gone: null },
      { dataset: "banco_a.sumas", id: "y", gone: null },
    ]);
  });

  test("is not one that came in another part of the same reading", async () => {
    const second: ReadRows = {
      dataset: "banco_a.movimientos",
      records: [movement("b")],
      readOrder: 1,
    };
    for (const time of ["first", "again"]) {
      await sync(reading([movement("a")], { more: [second] }));
      expect([time, await inForce()]).toEqual([time, ["a", "b"]]);
    }
  });

  test("does not end a list that is being read: the page after it continues after it", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    await sync(reading(movements(ids)));
    const first = await ask({ limit: 2 });
    expect(first.movimientos.map(({ id }) => id)).toEqual(["e", "d"]);
    await sync(reading(movements(["a", "b", "e"])));
    const second = await ask({ limit: 2, cursor: first.cursor });
    expect(second.movimientos.map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("a reading that misses more than 5 rows and 10 % of an account's month", () => {
  const ids = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, n) => `m${String(from + n).padStart(3, "0")}`);
  const all = ids(0, 50);

  beforeEach(async () => {
    await sync(reading(movements(all)));
  });

  test.each([
    [5, 20],
    [6, 60],
  ])("is what it takes: %i of %i go at once", async (gone, of) => {
    await sync(reading(movements(ids(0, of))));
    await sync(reading(movements(ids(0, of))));
    expect(await sync(reading(movements(ids(gone, of))))).toMatchObject(whole);
    expect(await inForce()).toEqual(ids(gone, of));
  });

  test("is partial, and withdraws nothing until a second job misses the same rows", async () => {
    const later = reading(movements(ids(6, 50)), { completoPorCuenta: { "001": true } });
    expect(await sync(later)).toMatchObject({ ...partial, completo: false });
    expect(await inForce()).toEqual(all);
    const { cobertura } = await ask({ periodo: "2026-10" });
    expect(cobertura).toMatchObject({ estado: "parcial", siguiente: expect.anything() });
    expect(await sync(later)).toMatchObject(whole);
    expect(await inForce()).toEqual(ids(6, 50));
  });

  test("is not confirmed by one that misses other rows too, nor by one after they were seen", async () => {
    expect(await sync(reading(movements(ids(6, 50))))).toMatchObject(partial);
    expect(await sync(reading(movements(ids(7, 50))))).toMatchObject(partial);
    expect(await inForce()).toEqual(all);
    expect(await sync(reading(movements(all)))).toMatchObject(whole);
    expect(await sync(reading(movements(ids(7, 50))))).toMatchObject(partial);
    expect(await sync(reading(movements(ids(8, 50))))).toMatchObject(partial);
    expect(await sync(reading(movements(ids(8, 50))))).toMatchObject(whole);
    expect(await inForce()).toEqual(ids(8, 50));
  });

  test("holds back only its own account, and what is derived from that account's rows", async () => {
    const other = { numeroCuenta: "002" };
    const sums = (records: NewRecord[]): ReadRows => ({
      dataset: "banco_a.sumas",
      records,
      uncounted: true,
      unseen: "dropped",
    });
    const before = [...movements(all), movement("x", other), movement("y", other)];
    const after = [...movements(ids(6, 50)), movement("y", other)];
    await sync(reading(before, { more: [sums(before)] }));
    expect(await sync(reading(after, { more: [sums(after)] }))).toMatchObject(partial);
    expect(await inForce()).toEqual([...all, "y"]);
    const kept = await jobs.database.owner(
      "select id from records where connection_id = $1 and dataset = 'banco_a.sumas' order by id",
      [connection],
    );
    expect(kept.map(({ id }) => id)).toEqual([...all, "y"]);
  });
});
