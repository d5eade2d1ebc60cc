import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { ran } from "../../../testing/script-page.ts";
import * as at from "../../../testing/tributario.ts";
import * as fees from "../../../testing/tributario-fees.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

interface FeeRow {
  lado: string;
  folio: number;
  codigoBarras: string;
  fecha: string;
  rut: string | null;
  nombre: string;
  bruto: number;
  retencion: number;
  retencionEmisor: number | null;
  retencionReceptor: number;
  liquido: number;
  tasa: number;
  sociedadProfesional: boolean;
  observada: boolean;
  estado: string;
  anulada: boolean;
  fechaAnulacion: string | null;
}

async function truth(periodo: string): Promise<FeeRow[]> {
  const path = `/portals/tributario/truth?resource=boletas&periodo=${periodo}`;
  return (await sandbox.control<{ rows: FeeRow[] }>("GET", path)).body.rows;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
});
afterAll(() => sandbox.close());

const noRut = ["0", "", "S/R"];

/** A printed row in the truth's words. */
function rowOf(lado: string, fila: Record<string, string>) {
  const other = lado === "emitidas" ? "receptor" : "emisor";
  const number = fila[`rut${other}`] ?? "";
  const emisor = fila["retencionemisor"];
  return {
    lado,
    folio: Number(fila["nroboleta"]),
    codigoBarras: fees.barCodeIn(fila["ver"] ?? ""),
    fecha: at.isoDay(fila["fecha"]),
    anulada: fila["estado"] === "S",
    fechaAnulacion: at.isoDay(fila["fechaanulacion"]),
    rut: noRut.includes(number) ? null : `${number}-${fila[`dv${other}`] ?? ""}`,
    nombre: fila[`nombre${other}`],
    bruto: at.amountOf(fila["totalhonorarios"]),
    retencionEmisor: emisor === undefined ? null : at.amountOf(emisor),
    retencionReceptor: at.amountOf(fila["retencionreceptor"]),
    liquido: at.amountOf(fila["honorariosliquidos"]),
    sociedadProfesional: fila["sociedadprofesional"] === "SI",
  };
}

describe("the month's report of tributario", () => {
  test.each(["2026-11", "2026-09", "2026-05", "2026-02", "2025-12"])(
    "prints %s as in the truth, and repeats its last page for ever",
    async (periodo) => {
      const rows = await truth(periodo);
      expect(rows.length).toBeGreaterThan(2);
      for (const lado of ["emitidas", "recibidas"]) {
        const own = rows.filter((row) => row.lado === lado);
        const count = Math.max(1, Math.ceil(own.length / 25));
        const pages = [];
        for (let page = 0; page <= count; page += 1) {
          pages.push(await visitor.get(fees.listPath(lado, periodo, page)));
        }
        const [first] = pages;
        const printed = pages.slice(0, count).flatMap(fees.listedRows);
        expect(own).toMatchObject(printed.map((fila) => rowOf(lado, fila)));
        expect(own).toHaveLength(printed.length);
        const [last, behind] = pages.slice(-2).map(fees.listedRows);
        expect(behind).toEqual(last);
        expect(first && ran(first).variable("dato")).toMatchObject({
          cantidad: String(own.length),
          hay_mas: "S",
        });
        expect(first?.text.includes('id="sin-boletas"')).toBe(own.length === 0);
      }
    },
  );

  test("has sums without dots, only of receipts in force", async () => {
    const own = (await truth("2026-09")).filter(({ lado }) => lado === "emitidas");
    const inForce = own.filter(({ anulada }) => !anulada);
    const sum = (field: "bruto" | "retencionEmisor" | "retencionReceptor" | "liquido") =>
      String(inForce.reduce((total, row) => total + (row[field] ?? 0), 0));
    const shown = await visitor.get(fees.listPath("emitidas", "2026-09"));
    expect(inForce.length).toBeLessThan(own.length);
    expect(ran(shown).variable("dato")).toMatchObject({
      suma_vigentes: String(inForce.length),
      suma_anuladas: String(own.length - inForce.length),
      suma_honorarios: sum("bruto"),
      suma_retencionemisor: sum("retencionEmisor"),
      suma_retencionreceptor: sum("retencionReceptor"),
      suma_liquido: sum("liquido"),
    });
  });

  test("does not say what the issuer of a received receipt pays itself", async () => {
    const shown = await visitor.get(fees.listPath("recibidas", "2026-09"));
    expect(fees.listedRows(shown)[0]).not.toHaveProperty("retencionemisor");
    expect(ran(shown).variable("dato")).not.toHaveProperty("suma_retencionemisor");
  });

  test("writes a counterpart without a RUT in three ways, and names the login in every row", async () => {
    const rows = [];
    for (const periodo of ["2025-12", "2026-09", "2026-10"]) {
      rows.push(...fees.listedRows(await visitor.get(fees.listPath("emitidas", periodo))));
    }
    const without = rows.filter(({ dvreceptor }) => dvreceptor === "");
    expect(new Set(without.map(({ rutreceptor }) => rutreceptor))).toEqual(new Set(noRut));
    expect(new Set(rows.map(({ rutusuario }) => rutusuario))).toEqual(new Set([at.main]));
  });

  test("is closed to a representative, like everything else here", async () => {
    const other = visitorOf(`${sandbox.url}/portals/tributario`);
    await at.enter(other);
    const paths = ["", "/anual?lado=EMITIDAS&anio=2026", "/emitir", "/anular", "/documento"];
    const asked = [
      fees.listPath("emitidas", "2026-09"),
      ...paths.map((one) => `/honorarios${one}`),
    ];
    for (const path of asked) {
      const { status, text } = await other.get(path);
      expect(status).toBe(200);
      expect(text).toContain('id="sin-acceso"');
    }
  });
});

describe("the year's report", () => {
  test("has the folios and sums of each month", async () => {
    const shown = await visitor.get("/honorarios/anual?lado=EMITIDAS&anio=2026");
    const year = ran(shown).variable("mes");
    const own = (await truth("2026-09")).filter(({ lado }) => lado === "emitidas");
    const inForce = own.filter(({ anulada }) => !anulada);
    const month = Object.fromEntries(Object.entries(year).filter(([key]) => key.endsWith("_9")));
    expect(month).toEqual({
      folioinicial_9: String(Math.min(...own.map(({ folio }) => folio))),
      foliofinal_9: String(Math.max(...own.map(({ folio }) => folio))),
      vigentes_9: String(inForce.length),
      anuladas_9: String(own.length - inForce.length),
      honorarios_9: String(inForce.reduce((sum, { bruto }) => sum + bruto, 0)),
      retencionemisor_9: String(
        inForce.reduce((sum, { retencionEmisor }) => sum + (retencionEmisor ?? 0), 0),
      ),
      retencionreceptor_9: String(
        inForce.reduce((sum, { retencionReceptor }) => sum + retencionReceptor, 0),
      ),
      liquido_9: String(inForce.reduce((sum, { liquido }) => sum + liquido, 0)),
    });
    expect(year).toMatchObject({ folioinicial_5: "0", vigentes_5: "0", vigentes_12: "0" });
  });
});

describe("the fee receipts themselves", () => {
  test("withhold by the receipt's day, in integers", async () => {
    const rows = [...(await truth("2025-12")), ...(await truth("2026-09"))];
    const gross = (bruto: number, year: string) =>
      rows.find(
        (row) => row.bruto === bruto && row.fecha.startsWith(year) && !row.sociedadProfesional,
      )?.retencion;
    expect(gross(100, "2025")).toBe(15);
    expect(gross(200, "2026")).toBe(31);
    for (const row of rows) {
      const points = row.fecha < "2026" ? 1450 : 1525;
      const due = Math.floor((row.bruto * points + 5000) / 10_000);
      expect(row.retencion).toBe(row.sociedadProfesional ? 0 : due);
      expect(row.liquido).toBe(row.bruto - row.retencion);
      const isCompany = row.rut !== null && Number(row.rut.split("-")[0]) >= 50_000_000;
      const byReceiver = row.lado === "recibidas" || isCompany;
      expect(row.retencionReceptor).toBe(byReceiver ? row.retencion : 0);
      if (row.lado === "emitidas") expect(row.retencionEmisor).toBe(byReceiver ? 0 : row.retencion);
      else expect(row.retencionEmisor).toBeNull();
    }
    expect(
      rows.some(({ retencionEmisor }) => retencionEmisor !== null && retencionEmisor > 0),
    ).toBe(true);
    expect(rows.some(({ anulada }) => anulada)).toBe(true);
    expect(rows.some(({ sociedadProfesional }) => sociedadProfesional)).toBe(true);
  });

  test("have the same folio of two issuers, and no key twice", async () => {
    const rows = (await truth("2026-09")).filter(({ lado }) => lado === "recibidas");
    const keys = new Set(rows.map(({ rut, folio }) => `${rut}|${folio}`));
    expect(keys.size).toBe(rows.length);
    expect(new Set(rows.map(({ folio }) => folio)).size).toBeLessThan(rows.length);
  });

  test("can be annulled, observed and added from outside", async () => {
    const row = (await truth("2026-09")).find(({ anulada }) => !anulada);
    const post = (resource: string, rows: object[], periodo = "2026-09") =>
      sandbox.control("POST", "/portals/tributario/rows", { resource, periodo, rows });
    const { lado, folio, rut } = row ?? {};
    expect((await post("observaciones", [{ lado, folio, rut, causa: 2 }])).status).toBe(200);
    const annulled = [{ ...row, anulada: true, fechaAnulacion: "2026-11-20" }];
    expect((await post("boletas", annulled)).status).toBe(200);
    const own = (await truth("2026-09")).filter((one) => one.codigoBarras === row?.codigoBarras);
    expect(own).toEqual([
      { ...row, observada: true, anulada: true, estado: "ANULADA", fechaAnulacion: "2026-11-20" },
    ]);
    const added = { lado: "recibidas", folio: 5, rut: "12345678-5", fecha: "2026-11-20" };
    const { body } = await post("boletas", [{ ...added, bruto: 500_000 }], "2026-11");
    expect(body).toMatchObject({
      rows: [{ ...added, retencionReceptor: 76_250, liquido: 423_750 }],
    });
    const listed = fees.listedRows(await visitor.get(fees.listPath("recibidas", "2026-11", 9)));
    expect(listed.filter(({ nroboleta }) => nroboleta === "5")).toHaveLength(1);
  });

  test.each([
    ["boletas", { lado: "emitidas", folio: 1, rut: "1-8", fecha: "2026-11-20", bruto: 1 }],
    ["boletas", { lado: "emitidas", folio: 1, rut: null, fecha: "2026-11-22", bruto: 1 }],
    ["boletas", { lado: "emitidas", folio: 1, rut: null }],
    ["observaciones", { lado: "emitidas", folio: 1, rut: null, causa: 1 }],
    ["observaciones", { lado: "emitidas", folio: 1, rut: null, causa: 0 }],
  ])("a wrong row of %s is refused: %j", async (resource, row) => {
    const answer = await sandbox.control("POST", "/portals/tributario/rows", {
      resource,
      rows: [row],
    });
    expect(answer.status).toBe(400);
    expect(answer.body["takes"]).toBeTypeOf("string");
  });

  test("an annulment comes as the clock moves", async () => {
    const before = (await truth("2026-11")).filter(({ anulada }) => anulada).length;
    await sandbox.control("POST", "/clock", { advance: "P30D" });
    expect((await truth("2026-11")).filter(({ anulada }) => anulada).length).toBeGreaterThan(
      before,
    );
  });
});
