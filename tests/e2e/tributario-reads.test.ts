import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import {
  companyRut,
  ownLogin,
  personLogin,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

type Row = Record<string, unknown>;
const sections = ["REGISTRO", "PENDIENTE", "NO_INCLUIR", "RECLAMADO"];
/** Sections that had documents: one month may leave one empty. */
const seen = new Set<string>();
const periodos = ["2026-09", "2026-10", "2026-02"];

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id, ownLogin);
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

  test("each section has its own documents, and sales have none", async () => {
    const expected = await truth("rcv", periodo);
    for (const estado of sections) {
      const input = { periodo, operacion: "compra", estado };
      const stored = await all("rcv.consultar", "documentos", input);
      const own = expected.filter(({ seccion }) => seccion === estado);
      if (own.length > 0) seen.add(estado);
      expect(lines(stored.map(named))).toEqual(lines(own.map(named)));
    }
    const sold = await all("rcv.consultar", "documentos", { periodo, operacion: "venta" });
    expect(sold.length).toBeGreaterThan(0);
    expect(new Set(sold.map(({ estado }) => estado))).toEqual(new Set([null]));
  });

  test("the sums are those of the documents, credit notes positive with an efecto of -1", async () => {
    const stored = [
      ...(await all("rcv_resumen.consultar", "resumen", { periodo, operacion: "compra" })),
      ...(await all("rcv_resumen.consultar", "resumen", { periodo, operacion: "venta" })),
    ].map((row) => ({
      operacion: row["operacion"],
      seccion: row["estado"],
      tipoDoc: row["tipoDoc"],
      documentos: row["documentos"],
      exento: row["montoExento"],
      neto: row["montoNeto"],
      iva: row["montoIva"],
      total: row["montoTotal"],
      efecto: row["efecto"],
    }));
    const sums = summed(await truth("rcv", periodo));
    expect(stored.filter(({ efecto }) => efecto === -1).length).toBeGreaterThan(0);
    expect(lines(stored)).toEqual(lines(sums));
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
      sociedadProfesional: row["sociedadProfesional"],
      observada: row["observada"],
      estado: row["estado"],
      anulada: row["estado"] === "ANULADA",
      fechaAnulacion: row["fechaAnulacion"],
    }));
    const expected = (await truth("boletas", periodo)).map(
      ({ retencion: _sum, anulacion: _request, ...row }) => row,
    );
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

/** What identifies a document and says whether it subtracts, in the truth's words or in ours. */
function named(row: Row): Row {
  const tipoDoc = Number(row["tipoDoc"]);
  const rut = row["rutContraparte"] ?? row["rut"] ?? null;
  const efecto = row["efecto"] ?? effectOf(tipoDoc);
  return { tipoDoc, folio: row["folio"], rut, efecto };
}

function effectOf(tipoDoc: number): 1 | -1 {
  return [60, 61, 106, 112].includes(tipoDoc) ? -1 : 1;
}

function summed(documents: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const { operacion, seccion, tipoDoc, ...amounts } of documents) {
    const key = JSON.stringify([operacion, seccion, tipoDoc]);
    const sum = sums.get(key);
    const added = ["documentos", "exento", "neto", "iva", "total"].map((name) => [
      name,
      Number(sum?.[name] ?? 0) + Number(amounts[name]),
    ]);
    const efecto = effectOf(Number(tipoDoc));
    sums.set(key, { operacion, seccion, tipoDoc, ...Object.fromEntries(added), efecto });
  }
  return [...sums.values()];
}

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

test("no section was empty in all of the months", () => {
  expect([...seen].toSorted()).toEqual(sections.toSorted());
});

test("a sync and a check of the login report which types the person may issue", async () => {
  const autorizados = async (id: string): Promise<unknown> => {
    const call = { key: owner.key };
    const { body } = await callTool(scene.app, "conexiones.estado.consultar", {}, call);
    const found = ((body.data?.["conexiones"] ?? []) as Row[]).find((one) => one["id"] === id);
    return found?.["tiposDte"];
  };
  const synced = await scene.connect(owner.id, ownLogin);
  const input = { periodo: "2026-09", alcances: ["dte"], esperarSegundos: 25 };
  await scene.call("conexion.sincronizar", input, { key: owner.key, connection: synced });
  expect(await autorizados(synced)).toEqual({ autorizados: [33, 34, 61, 56, 52, 39, 41] });
  for (const [rut, types] of [
    ["10101010-4", [33, 61]],
    ["13131313-6", []],
  ] as const) {
    const other = await scene.connect(owner.id, { ...ownLogin, rut });
    expect(await autorizados(other)).toBeNull();
    const caller = { key: owner.key, connection: other };
    const verified = await scene.call("conexion.verificar", {}, caller);
    expect(verified.body.data).toMatchObject({ valida: true });
    expect(await autorizados(other)).toEqual({ autorizados: types });
  }
}, 60_000);

test("a representative's login reads everything but fee receipts, and never requests them again", async () => {
  const other = await scene.connect(owner.id, personLogin);
  const caller = { key: owner.key, connection: other };
  const read = () =>
    scene.call("boletas.consultar", { periodo: "2026-09", lado: "recibidas" }, caller);
  expect((await read()).status).toBe(200);
  const verified = await scene.call("conexion.verificar", {}, caller);
  expect(verified.body.data).toMatchObject({ valida: true });

  const unserved = { alcance: "boletas", acceso: "representante", servedBy: ["empresa"] };
  const named = { periodo: "2026-09", alcances: ["boletas"] };
  for (const refused of [await read(), await scene.call("conexion.sincronizar", named, caller)]) {
    expectRefusal(refused, "alcance_scheme_unsupported");
    expect(refused.body.error?.details).toEqual(unserved);
  }
  const { logins } = await scene.log();
  const input = { periodo: "2026-09", esperarSegundos: 25 };
  const { body } = await scene.call("conexion.sincronizar", input, caller);
  expect(body.data).toMatchObject({
    status: "succeeded",
    omitidos: [{ alcance: "boletas", motivo: "solo_acceso_empresa" }],
    outcomes: [
      { alcance: "rcv", status: "ok" },
      { alcance: "dte", status: "ok" },
    ],
  });
  expect(await scene.log()).toMatchObject({ logins: Number(logins) + 1 });
}, 60_000);
