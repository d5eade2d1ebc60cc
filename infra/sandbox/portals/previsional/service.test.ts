import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedLogins } from "../../testing/listed-logins.ts";
import { callerOf, fileLines, type Caller } from "../../testing/previsional.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: Caller;
const another = () => callerOf(`${sandbox.url}/portals/previsional`);
const log = async () => (await sandbox.control("GET", "/portals/previsional/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
  await sandbox.control("PATCH", "/portals/previsional", { exportMs: 0 });
  caller = another();
});
afterAll(() => sandbox.close());

interface Share {
  tipo: string;
  codigo: string;
  monto: number;
}
interface Line {
  linea: number;
  tipoLinea: string;
  rut: string;
  movimiento: number;
  imponible: number;
  total: number;
  instituciones: Share[];
}
interface Payroll {
  id: string;
  tipo: string;
  nombre: string;
  trabajadores: number;
  lineas: number;
  total: number;
  estado: string;
}
interface Sheet extends Omit<Share, "monto"> {
  nomina: string;
  folio: number;
  nominal: number;
  total: number;
}

async function truth<Row>(resource: string, periodo: string, id?: string): Promise<Row[]> {
  const path = `/portals/previsional/truth?resource=${resource}&periodo=${periodo}${id ? `&id=${id}` : ""}`;
  return (await sandbox.control<{ rows: Row[] }>("GET", path)).body.rows;
}

async function firstOf(periodo: string): Promise<Payroll> {
  const [first] = await truth<Payroll>("nominas", periodo);
  if (!first) throw new Error(`no payroll in ${periodo}`);
  return first;
}

async function fileOf(id: string) {
  const trabajo = (await caller.call("nominas.exportar", { nomina: id })).text("trabajo") ?? "";
  return caller.call("trabajo.archivo", { trabajo });
}

describe("the envelopes of previsional", () => {
  test("lead the listed logins where they should", async () => {
    const leads: Record<string, number> = { wrong_password: 101, account_blocked: 102 };
    for (const { leadsTo, rut, clave, empresas } of await listedLogins(sandbox, "previsional")) {
      const answer = await another().logIn({ rut, clave });
      expect([answer.status, answer.code]).toEqual([200, leads[leadsTo] ?? 0]);
      if (answer.code === 0) {
        expect(answer.all("empresa").map((one) => one["rut"])).toEqual(empresas);
      }
    }
  });

  test("have numbers that rise by one with each call, and one out of turn is refused", async () => {
    await caller.enter();
    expect((await caller.call("nominas.lista", { periodo: "092026" }, 2)).code).toBe(120);
    expect((await caller.call("nominas.lista", { periodo: "092026" }, 4)).code).toBe(120);
    expect((await caller.call("nominas.lista", { periodo: "092026" }, 3)).code).toBe(0);
    expect((await caller.call("nominas.lista", { periodo: "092026" }, 3)).code).toBe(120);
    expect((await another().call("sesion.abrir", {}, 2)).code).toBe(120);
    expect((await caller.call("sesion.cerrar", {}, 5)).code).toBe(120);
    expect((await caller.call("sesion.cerrar", {}, 4)).code).toBe(0);
  });

  test("refuse with 200 and a number", async () => {
    expect((await caller.call("nominas.lista", { periodo: "092026" })).code).toBe(110);
    await caller.logIn();
    expect((await caller.call("nominas.lista", { periodo: "092026" })).code).toBe(141);
    expect((await caller.call("empresa.elegir", { rut: "77879240-0" })).code).toBe(140);
    expect((await caller.call("empresa.elegir", { rut: "76555835-2" })).code).toBe(0);
    expect((await caller.call("constructor")).code).toBe(130);
    expect((await caller.call("nominas.lista", { periodo: "132026" })).code).toBe(140);
    expect((await caller.call("nominas.lista", { periodo: "122026" })).code).toBe(140);
    expect((await caller.call("nominas.exportar", { nomina: "1" })).code).toBe(150);
    expect((await caller.call("trabajo.avance", { trabajo: "1" })).code).toBe(160);
    const address = `${sandbox.url}/portals/previsional/servicio`;
    const answer = await fetch(address, { method: "POST", body: "<sobre>" });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining("<codigo>190</codigo>"),
    ]);
  });

  test("have one session per login, which ends by logging out or after ten idle minutes", async () => {
    await caller.enter();
    expect((await another().logIn()).code).toBe(103);
    expect((await caller.call("sesion.cerrar")).code).toBe(0);
    expect((await caller.call("nominas.lista", { periodo: "092026" })).code).toBe(110);
    await caller.enter();
    await sandbox.control("POST", "/clock", { advance: "PT10M" });
    expect((await caller.call("nominas.lista", { periodo: "092026" })).code).toBe(110);
    expect(await log()).toMatchObject({ logins: 2, logouts: 1, refused_sessions: 1 });
  });

  test("come from a page that holds no data", async () => {
    const page = await fetch(`${sandbox.url}/portals/previsional/entrada`);
    expect(await page.text()).toContain("Portal Previsional");
  });
});

describe("payrolls and sheets", () => {
  test.each([
    ["2026-10", "declarada_no_pagada", 2],
    ["2026-09", "pagada", 3],
    ["2026-04", "pagada", 3],
    ["2026-03", "pagada", 3],
    ["2025-12", "pagada", 3],
    ["2026-02", "", 0],
    ["2026-11", "", 0],
  ])("of %s are %s, and their sums match", async (periodo, estado, count) => {
    await caller.enter();
    const asked = { periodo: `${periodo.slice(5)}${periodo.slice(0, 4)}` };
    const listed = await caller.call("nominas.lista", asked);
    const payrolls = await truth<Payroll>("nominas", periodo);
    expect(payrolls).toHaveLength(count);
    expect(listed.text("cantidad")).toBe(String(count));
    expect(listed.text("rut")).toBe("76555835-2");
    const shown = listed.all("nomina").map(({ id, trabajadores, lineas, monto }) => ({
      id,
      trabajadores: Number(trabajadores),
      lineas: Number(lineas),
      total: Number(monto),
    }));
    expect(payrolls).toMatchObject(shown);
    const sheets = await truth<Sheet>("planillas", periodo);
    const printed = (await caller.call("planillas.lista", asked)).all("planilla");
    expect(printed.map(({ total }) => Number(total))).toEqual(sheets.map(({ total }) => total));
    for (const payroll of payrolls) {
      expect(payroll.estado).toBe(estado);
      const lines = await truth<Line>("nominas", periodo, payroll.id);
      const own = sheets.filter(({ nomina }) => nomina === payroll.id);
      expect(lines).toHaveLength(payroll.lineas);
      expect(new Set(lines.map(({ rut }) => rut)).size).toBe(payroll.trabajadores);
      expect(own.reduce((sum, { total }) => sum + total, 0)).toBe(payroll.total);
      for (const { tipo, codigo, nominal } of own) {
        const shares = lines
          .flatMap(({ instituciones }) => instituciones)
          .filter((one) => one.tipo === tipo && one.codigo === codigo);
        expect(shares.reduce((sum, { monto }) => sum + monto, 0)).toBe(nominal);
      }
    }
  });

  test("are loaded, declared and paid as the clock moves, some of them late", async () => {
    const on = async (day: string, periodo: string) => {
      await sandbox.service.moveClock(new Date(`${day}T15:00:00Z`));
      const [first] = await truth<Payroll>("nominas", periodo);
      return [first?.estado, (await truth<Sheet>("planillas", periodo)).length > 0];
    };
    expect(await on("2026-12-02", "2026-11")).toEqual([undefined, false]);
    expect(await on("2026-12-03", "2026-11")).toEqual(["cargada", false]);
    expect(await on("2026-12-09", "2026-11")).toEqual(["declarada", true]);
    expect(await on("2026-12-12", "2026-11")).toEqual(["pagada", true]);
    const [due] = await truth<Payroll>("nominas", "2026-10");
    expect(await on("2026-12-20", "2026-10")).toEqual(["pagada", true]);
    const [late] = await truth<Payroll>("nominas", "2026-10");
    expect(late?.total).toBeGreaterThan(due?.total ?? 0);
  });

  test("have lines of every type, and movements of many", async () => {
    const lines = [];
    for (const periodo of ["2025-12", "2026-09"]) {
      for (const { id } of await truth<Payroll>("nominas", periodo)) {
        lines.push(...(await truth<Line>("nominas", periodo, id)));
      }
    }
    expect([...new Set(lines.map(({ tipoLinea }) => tipoLinea))].toSorted()).toEqual([
      "00",
      "01",
      "02",
      "03",
    ]);
    const movements = new Set(lines.map(({ movimiento }) => movimiento));
    expect([...movements].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 10, 11]);
  });

  test("can be loaded and changed from outside", async () => {
    const post = (resource: string, row: object) =>
      sandbox.control<{ rows: Record<string, unknown>[] }>("POST", "/portals/previsional/rows", {
        resource,
        periodo: "2026-09",
        rows: [row],
      });
    const { id } = await firstOf("2026-09");
    const changed = await post("nominas", { id, estado: "anulada" });
    expect(changed.body).toMatchObject({ rows: [{ id, estado: "anulada" }] });
    const rest = await truth<Sheet>("planillas", "2026-09");
    expect(rest.filter(({ nomina }) => nomina === id)).toEqual([]);
    const more = { tipo: "reliquidacion", trabajadores: 5, estado: "pagada" };
    const added = await post("nominas", more);
    expect(added.body.rows).toMatchObject([{ tipo: "reliquidacion", trabajadores: 5 }]);
    const [sheet] = rest;
    const named = { nomina: sheet?.nomina, tipo: sheet?.tipo, codigo: sheet?.codigo };
    const cost = await post("planillas", { ...named, intereses: 7 });
    expect(cost.body.rows).toMatchObject([{ intereses: 7, total: (sheet?.total ?? 0) + 7 }]);
    for (const wrong of [{ id: "1", estado: "pagada" }, { id, estado: "rara" }, {}]) {
      expect((await post("nominas", wrong)).status).toBe(400);
    }
    expect((await post("planillas", { ...named, codigo: "99" })).status).toBe(400);
  });
});

describe("the file of a payroll", () => {
  test("is requested, becomes ready after its time, is delivered once, and matches the truth", async () => {
    await sandbox.control("PATCH", "/portals/previsional", { exportMs: 60_000 });
    await caller.enter();
    const { id, lineas } = await firstOf("2026-09");
    const trabajo = (await caller.call("nominas.exportar", { nomina: id })).text("trabajo") ?? "";
    const advance = async () => (await caller.call("trabajo.avance", { trabajo })).text("avance");
    expect(await advance()).toBe("1");
    expect((await caller.call("trabajo.archivo", { trabajo })).code).toBe(161);
    await sandbox.control("POST", "/clock", { advance: "PT1M" });
    expect(await advance()).toBe("2");
    const file = await caller.call("trabajo.archivo", { trabajo });
    expect([file.text("version"), file.text("lineas")]).toEqual(["100", String(lineas)]);
    expect((await caller.call("trabajo.archivo", { trabajo })).code).toBe(162);
    expect(await log()).toMatchObject({ exports: 1, downloads: 1 });

    const rows = fileLines(file.text("archivo") ?? "");
    const lines = await truth<Line>("nominas", "2026-09", id);
    const sums = [28, 29, 30, 43, 80, 81, 90, 94, 95, 98, 101, 102];
    expect(
      rows.map((row) => ({
        columns: row.length - 1,
        rut: `${row[1]}-${row[2]}`,
        periodo: row[9],
        tipoLinea: row[14],
        movimiento: Number(row[15]),
        imponible: Number(row[27]),
        total: sums.reduce((sum, place) => sum + Number(row[place]), 0),
      })),
    ).toEqual(
      lines.map(({ rut, tipoLinea, movimiento, imponible, total }) => ({
        columns: 105,
        rut,
        periodo: "092026",
        tipoLinea,
        movimiento,
        imponible,
        total,
      })),
    );
  });

  test("has the employer's part of its month", async () => {
    await caller.enter();
    /** From 1.000.000: 0,1 in the pension, 0,9 and 0,96; before August 2026 only 0,9. */
    for (const [periodo, life, protectedReturn] of [
      ["2026-07", 90, 0],
      ["2026-08", 96, 90],
    ] as const) {
      const { id } = await firstOf(periodo);
      const [row = []] = fileLines((await fileOf(id)).text("archivo") ?? "");
      const part = (rate: number) => Math.floor((Number(row[27]) * rate + 5000) / 10_000);
      expect([Number(row[94]), Number(row[95])]).toEqual([part(life), part(protectedReturn)]);
    }
  });

  test("of a later version has one more column", async () => {
    await sandbox.control("PATCH", "/portals/previsional", { version: 101 });
    await caller.enter();
    const { id } = await firstOf("2026-09");
    const file = await fileOf(id);
    expect(file.text("version")).toBe("101");
    expect(fileLines(file.text("archivo") ?? "")[0]).toHaveLength(107);
  });
});
