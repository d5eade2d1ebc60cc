import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/api.ts";
import {
  companyRut,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/tributario-scene.ts";

type Row = Record<string, unknown>;
const periodos = ["2026-09", "2026-10", "2026-02"];

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id, {
    rut: companyRut,
    clave: "clave-tributario",
    claveCertificado: "firma-tributario",
  });
}, 60_000);
afterAll(() => scene.close());

async function truth(resource: string, periodo: string): Promise<Row[]> {
  const path = `/portals/tributario/truth?resource=${resource}&periodo=${periodo}&rut=${companyRut}`;
  return (await scene.sandbox.control<{ rows: Row[] }>("GET", path)).body.rows;
}

async function all(tool: string, list: string, input: Row): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: unknown;
  do {
    const answer = await scene.call(
      tool,
      { ...input, limit: 500, ...(cursor ? { cursor } : {}) },
      { key: owner.key, connection },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    rows.push(...(answer.body.data?.[list] as Row[]));
    cursor = answer.body.data?.["cursor"];
  } while (cursor !== null);
  return rows;
}

const lines = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();

describe.each(periodos)("%s", (periodo) => {
  beforeAll(async () => {
    const input = { periodo, esperarSegundos: 25 };
    const answer = await scene.call("conexion.sincronizar", input, { key: owner.key, connection });
    expect(answer.body.data).toMatchObject({
      status: "succeeded",
      outcomes: [
        { alcance: "rcv", status: "ok" },
        { alcance: "boletas", status: "ok" },
        { alcance: "dte", status: "ok" },
      ],
    });
  }, 60_000);

  test("the registry is the portal's own, every section and operation", async () => {
    const stored = [
      ...(await all("rcv.consultar", "documentos", { periodo, operacion: "compra" })),
      ...(await all("rcv.consultar", "documentos", { periodo, operacion: "venta" })),
    ].map((row) => ({
      operacion: row["operacion"],
      seccion: row["estado"],
      tipoDoc: row["tipoDoc"],
      folio: row["folio"],
      rut: row["rutContraparte"],
      razonSocial: row["razonSocial"],
      fecha: row["fechaEmision"],
      exento: row["montoExento"],
      neto: row["montoNeto"],
      iva: row["montoIva"],
      total: row["montoTotal"],
      documentos: row["documentos"],
      fechaRecepcion: row["fechaRecepcion"],
      fechaAcuse: row["fechaAcuse"],
      fechaReclamo: row["fechaReclamo"],
      ivaNoRecuperable: row["montoIvaNoRecuperable"],
      codigoIvaNoRec: row["codigoIvaNoRecuperable"],
      ivaUsoComun: row["ivaUsoComun"],
      activoFijo: row["montoActivoFijo"],
      ivaActivoFijo: row["ivaActivoFijo"],
      otrosImpuestos: row["otrosImpuestos"],
    }));
    const expected = await truth("rcv", periodo);
    expect(expected.length).toBeGreaterThan(20);
    const names = Object.keys(stored[0] ?? {});
    const own = expected.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    expect(lines(stored.map(normal))).toEqual(lines(own.map(normal)));
  });

  test("fee receipts are the portal's own, on both sides", async () => {
    const stored = [
      ...(await all("boletas.consultar", "boletas", { periodo, lado: "emitidas" })),
      ...(await all("boletas.consultar", "boletas", { periodo, lado: "recibidas" })),
    ].map((row) => ({
      lado: row["lado"],
      folio: row["folio"],
      codigoBarras: row["codigoBarras"],
      fecha: row["fecha"],
      rut: row["rutContraparte"],
      nombre: row["nombreContraparte"],
      bruto: row["bruto"],
      retencionEmisor: row["retencionEmisor"],
      retencionReceptor: row["retencionReceptor"],
      liquido: row["liquido"],
      tasa: row["tasaRetencion"],
      anulada: row["estado"] === "ANULADA",
      fechaAnulacion: row["fechaAnulacion"],
    }));
    const expected = (await truth("boletas", periodo)).map(({ retencion: _sum, ...row }) => row);
    expect(expected.length).toBeGreaterThan(0);
    expect(lines(stored)).toEqual(lines(expected));
  });

  test("issued documents are the portal's own", async () => {
    const stored = (await all("dte.consultar", "documentos", { periodo })).map((row) => ({
      tipoDoc: row["tipoDte"],
      folio: row["folio"],
      rut: row["rutContraparte"],
      razonSocial: row["razonSocial"],
      fecha: row["fecha"],
      total: row["montoTotal"],
      anuladoPor: annulledBy(row["anuladoPor"] as Row | null),
    }));
    const expected = await truth("dte", periodo);
    expect(expected.length).toBeGreaterThan(5);
    const own = expected.map((row) => ({
      tipoDoc: row["tipoDoc"],
      folio: row["folio"],
      rut: row["rut"],
      razonSocial: row["razonSocial"],
      fecha: row["fecha"],
      total: row["total"],
      anuladoPor: row["anuladoPor"],
    }));
    expect(lines(stored)).toEqual(lines(own));
  });
});

function normal(row: Row): Row {
  const taxes = (row["otrosImpuestos"] as Row[]).map(({ codigo, monto, valor, tasa }) => ({
    codigo,
    monto: monto ?? valor,
    tasa,
  }));
  return { ...row, otrosImpuestos: taxes };
}

/** As the truth writes it: `61-40909`. */
function annulledBy(note: Row | null): string | null {
  return note === null ? null : `${String(note["tipoDte"])}-${String(note["folio"])}`;
}
