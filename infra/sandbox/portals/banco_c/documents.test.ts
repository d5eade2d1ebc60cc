import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { amountOf, definitions, enter, isoDay, logIn } from "../../testing/banco-c.ts";
import { listedLogin } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { emptyMarkers } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/banco_c`);
  await enter(visitor);
});
afterAll(() => sandbox.close());

async function truth<T>(resource: string, periodo = "2026-11"): Promise<T[]> {
  const path = `/portals/banco_c/truth?resource=${resource}&periodo=${periodo}`;
  return (await sandbox.control<{ rows: T[] }>("GET", path)).body.rows;
}

describe("the balances of banco_c", () => {
  test("are three per account, as in the truth", async () => {
    const printed = definitions((await visitor.get("/saldos")).text).map((list) => [
      list["Moneda"],
      amountOf(list["Saldo contable"] ?? ""),
      amountOf(list["Saldo disponible"] ?? ""),
      amountOf(list["Línea de crédito disponible"] ?? ""),
    ]);
    const rows = await truth<Record<string, unknown>>("saldos");
    expect(printed).toHaveLength(3);
    expect(printed).toEqual(
      rows.map((row) => [row["moneda"], row["contable"], row["disponible"], row["lineaCredito"]]),
    );
  });
});

interface StatementTruth {
  cuenta: string;
  numero: string;
  desde: string;
  hasta: string;
  emision: string;
  inicial: number;
  final: number;
  abonos: number;
  cargos: number;
  registros: number;
}

describe("the statements of banco_c", () => {
  test.each(["2026-10", "2026-09", "2025-12"])(
    "are printed as in the truth: %s",
    async (periodo) => {
      const rows = await truth<StatementTruth>("cartolas", periodo);
      expect(rows).toHaveLength(3);
      const mes = periodo.split("-").toReversed().join("");
      for (const [index, row] of rows.entries()) {
        const list = await visitor.get(`/cartolas?cuenta=${index + 1}&mes=${mes}`);
        const [, shown] = dataTable(list.text);
        expect(shown?.slice(0, 4).map((cell, at) => (at === 0 ? cell : isoDay(cell)))).toEqual([
          row.numero,
          row.desde,
          row.hasta,
          row.emision,
        ]);
        const link = /href="[^"]*(\/cartolas\/\d\/\d{6})"/.exec(list.text)?.[1] ?? "";
        const [printed = {}] = definitions((await visitor.get(link)).text);
        expect(printed["Cuenta"]).toBe(row.cuenta);
        expect(amountOf(printed["Saldo inicial"] ?? "")).toBe(row.inicial);
        expect(amountOf(printed["Saldo final"] ?? "")).toBe(row.final);
        expect(amountOf(printed["Total abonos"] ?? "")).toBe(row.abonos);
        expect(amountOf(printed["Total cargos"] ?? "")).toBe(row.cargos);
        expect(printed["N° de movimientos"]).toBe(String(row.registros));
      }
    },
  );

  test("follow each other, with a number that begins with zeros", async () => {
    const [august] = await truth<StatementTruth>("cartolas", "2026-08");
    const [september] = await truth<StatementTruth>("cartolas", "2026-09");
    expect(september?.numero).toMatch(/^0000\d{3}$/);
    expect(Number(september?.numero)).toBe(Number(august?.numero) + 1);
    expect(september?.inicial).toBe(august?.final);
    expect([september?.desde, september?.hasta]).toEqual(["2026-09-01", "2026-09-30"]);
    expect([august?.desde, august?.hasta]).toEqual(["2026-08-01", "2026-08-31"]);
    expect((await truth<StatementTruth>("cartolas", "2026-10"))[0]).toMatchObject({
      desde: "2026-10-01",
      hasta: "2026-10-30",
      emision: "2026-11-03",
    });
  });

  test("do not match the movements of the month", async () => {
    const [statement] = await truth<StatementTruth>("cartolas", "2026-09");
    const movements = (
      await truth<{ cuenta: string; cargo: number; saldo: number }>("movimientos", "2026-09")
    ).filter(({ cuenta }) => cuenta === statement?.cuenta);
    expect(movements).toHaveLength(1000);
    expect(statement?.registros).not.toBe(1000);
    expect(statement?.final).not.toBe(movements.at(-1)?.saldo);
    expect(statement?.cargos).not.toBe(movements.reduce((sum, { cargo }) => sum + cargo, 0));
  });

  test("do not exist before they are issued, and do not change afterwards", async () => {
    expect((await visitor.get("/cartolas?cuenta=1&mes=112026")).text).toContain(
      emptyMarkers.statements,
    );
    expect(await truth("cartolas")).toEqual([]);
    const before = await truth("cartolas", "2026-10");
    const row = { fecha: "2026-10-15", glosa: "Ajuste", cargo: 990 };
    await sandbox.control("POST", "/portals/banco_c/rows", { rows: [row] });
    expect(await truth("cartolas", "2026-10")).toEqual(before);
  });
});

interface CardTruth {
  tarjeta: string;
  titular: string;
  fecha: string;
  glosa: string;
  comercio: string | null;
  cargo: number;
  abono: number;
  cuotas: string | null;
  montoTotal: number | null;
  facturado: boolean;
  periodoFacturacion: string | null;
}

async function cardRows(
  search: string,
  known: Pick<CardTruth, "facturado" | "periodoFacturacion">,
) {
  const { text } = await visitor.get(`/tarjetas?${search}`);
  const [tarjeta, titular] = /(\*{4}\d{4}) \((\w+)\)/.exec(text)?.slice(1) ?? [];
  return dataTable(text)
    .slice(1)
    .map(([fecha = "", glosa = "", comercio, cuota, monto = "", total = ""]) => ({
      tarjeta,
      titular,
      fecha: isoDay(fecha),
      glosa,
      comercio: comercio === "" ? null : comercio,
      cargo: Math.max(0, amountOf(monto)),
      abono: Math.max(0, -amountOf(monto)),
      cuotas: cuota === "" ? null : cuota,
      montoTotal: total === "" ? null : amountOf(total),
      ...known,
    }));
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe("the cards of banco_c", () => {
  test("a month is on two bills and on the unbilled list", async () => {
    const billed = (mes: string, periodoFacturacion: string) =>
      cardRows(`tarjeta=1&estado=F&mes=${mes}`, { facturado: true, periodoFacturacion });
    const all = [
      ...(await billed("102026", "2026-10")),
      ...(await billed("112026", "2026-11")),
      ...(await cardRows("tarjeta=1&estado=N", { facturado: false, periodoFacturacion: null })),
    ];
    for (const periodo of ["2026-10", "2026-11"]) {
      const rows = (await truth<CardTruth>("movimientos_tarjetas", periodo)).filter(
        ({ titular }) => titular === "titular",
      );
      expect(rows.length).toBeGreaterThan(10);
      expect(sorted(all.filter(({ fecha }) => fecha.startsWith(periodo)))).toEqual(sorted(rows));
    }
  });

  test("move onto a bill when it closes", async () => {
    const open = await cardRows("tarjeta=1&estado=N", {
      facturado: false,
      periodoFacturacion: null,
    });
    await sandbox.control("POST", "/clock", { now: "2026-12-21T15:00:00Z" });
    await enter(visitor);
    const bill = await cardRows("tarjeta=1&estado=F&mes=122026", {
      facturado: false,
      periodoFacturacion: null,
    });
    expect(open.length).toBeGreaterThan(0);
    expect(sorted(bill)).toEqual(expect.arrayContaining(sorted(open)));
  });

  test("have instalments, payments, twins and an idle card", async () => {
    const rows = await truth<CardTruth>("movimientos_tarjetas", "2026-10");
    expect(rows.some(({ cuotas }) => /^02\/0[236]$/.test(cuotas ?? ""))).toBe(true);
    expect(rows.some(({ abono, comercio }) => abono > 0 && comercio === null)).toBe(true);
    expect(new Set(sorted(rows)).size).toBeLessThan(rows.length);
    expect(new Set(rows.map(({ titular }) => titular))).toEqual(new Set(["titular", "adicional"]));
    expect(new Set(rows.map(({ tarjeta }) => tarjeta)).size).toBeLessThanOrEqual(3);
  });

  test("say so if a bill is empty, and only then", async () => {
    const bills = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        visitor.get(`/tarjetas?tarjeta=3&estado=F&mes=${String(index + 1).padStart(2, "0")}2026`),
      ),
    );
    const saying = bills.filter(({ text }) => text.includes(emptyMarkers.cards));
    expect(saying.length).toBeGreaterThan(0);
    expect(saying).toEqual(bills.filter(({ text }) => dataTable(text).length === 0));
  });

  test("show an added row once", async () => {
    const row = {
      fecha: "2026-11-02",
      glosa: "COMPRA AGREGADA",
      comercio: "Ñam & Co.",
      cargo: 777,
    };
    const { status } = await sandbox.control("POST", "/portals/banco_c/rows", {
      resource: "movimientos_tarjetas",
      rows: [row],
    });
    expect(status).toBe(200);
    const { text } = await visitor.get("/tarjetas?tarjeta=1&estado=F&mes=112026");
    expect(dataTable(text).filter(([, glosa]) => glosa === row.glosa)).toEqual([
      ["02/11/2026", row.glosa, row.comercio, "", "$ 777", ""],
    ]);
  });
});

const renamed = () =>
  sandbox.control("POST", "/portals/banco_c/faults", { kind: "layout_changed" });

test("statements and cards have column names that can change too", async () => {
  const statement = async () => definitions((await visitor.get("/cartolas/1/092026")).text)[0];
  await renamed();
  expect(await statement()).toHaveProperty(["Saldo al cierre"]);
  expect(await statement()).not.toHaveProperty(["Saldo al cierre"]);
  const cards = async () =>
    dataTable((await visitor.get("/tarjetas?tarjeta=1&estado=F&mes=092026")).text)[0];
  await renamed();
  expect(await cards()).toContain("Valor");
  expect(await cards()).toContain("Monto");
});

test("a login that never chooses a company can also be shown a stranger's", async () => {
  await sandbox.control("POST", "/portals/banco_c/faults", { kind: "identity_mismatch" });
  const login = await listedLogin(sandbox, "banco_c", ({ rut }) => rut.startsWith("16000001-"));
  const another = visitorOf(`${sandbox.url}/portals/banco_c`);
  expect((await logIn(another, login)).text).toContain("RUT 77.879.240-0");
});
