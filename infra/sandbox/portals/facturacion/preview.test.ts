import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerFor, invoice, receiver, type Caller } from "../../testing/facturacion.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let caller: Caller;
const portal = "/portals/facturacion";

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  caller = await callerFor(sandbox);
});
afterAll(() => sandbox.close());

const log = async () => (await sandbox.control("GET", `${portal}/log`)).body;

describe("the preview", () => {
  test("shows the document as it would be issued, in whole pesos", async () => {
    const { status, body } = await caller.post("/documentos/vista-previa", invoice);
    expect(status).toBe(200);
    expect(body).toEqual({
      tipo: 33,
      fecha_emision: "2026-11-20",
      receptor: {
        rut: "77879240-0",
        razon_social: "Servicios Íñigo Peña E.I.R.L.",
        giro: "Servicios de ingeniería",
        direccion: "Av. Ñuble 12",
        comuna: "Ñuñoa",
        ciudad: "Santiago",
      },
      moneda: "CLP",
      montos: { neto: "3001.00", exento: "700.00", iva: "570.00", total: "4271.00" },
      forma_pago: "credito",
      lineas: [
        {
          nombre: "Servicio de año",
          descripcion: null,
          cantidad: "2",
          unidad: null,
          precio: "1500.50",
          descuento_pct: null,
          exenta: false,
          monto: "3001.00",
        },
        {
          nombre: "Libro",
          descripcion: null,
          cantidad: "1",
          unidad: null,
          precio: "700",
          descuento_pct: null,
          exenta: true,
          monto: "700.00",
        },
      ],
      referencias: [],
    });
    expect(await log()).toMatchObject({ previews: 1, sends: 0, emitted: 0 });
  });

  test.each([
    [39, "1000", { neto: "840.00", exento: "0.00", iva: "160.00", total: "1000.00" }],
    [39, "990", { neto: "832.00", exento: "0.00", iva: "158.00", total: "990.00" }],
    [41, "500", { neto: "0.00", exento: "500.00", iva: "0.00", total: "500.00" }],
    [34, "500", { neto: "0.00", exento: "500.00", iva: "0.00", total: "500.00" }],
    [33, "3", { neto: "3.00", exento: "0.00", iva: "1.00", total: "4.00" }],
  ])("of type %s over %s", async (tipo, precio, montos) => {
    const lineas = [{ nombre: "Uno", cantidad: "1", precio }];
    const { body } = await caller.post("/documentos/vista-previa", { ...invoice, tipo, lineas });
    expect(body["montos"]).toEqual(montos);
  });

  test.each([
    ["tipo", { tipo: 52 }],
    ["fecha_emision", { fecha_emision: "2026-11-22" }],
    ["fecha_emision", { fecha_emision: "2026-09-01" }],
    ["receptor", { receptor: undefined }],
    ["receptor.rut", { receptor: { ...receiver, rut: "77879240-1" } }],
    ["receptor", { receptor: { ...receiver, giro: null } }],
    ["lineas", { lineas: [] }],
    ["lineas", { lineas: [{ nombre: "Uno", cantidad: "1", precio: "2" }] }],
    ["lineas.0.precio", { lineas: [{ nombre: "Uno", cantidad: "1", precio: 700 }] }],
    ["lineas.0.precio", { lineas: [{ nombre: "Uno", cantidad: "1", precio: "7,5" }] }],
    ["referencias", { tipo: 61 }],
    ["", { folio: 7001 }],
  ])("names a wrong %s, here and when sending", async (campo, more) => {
    for (const path of ["/documentos/vista-previa", "/documentos"]) {
      const { status, body } = await caller.post(path, { ...invoice, ...more });
      expect([status, body["type"]]).toEqual([422, "/problemas/documento-no-valido"]);
      const errors = body["errores"] as { campo: string }[];
      expect(errors.map((error) => error.campo)).toContain(campo);
    }
    expect(await log()).toMatchObject({ emitted: 0 });
  });

  test("accepts at most 64 KiB of JSON", async () => {
    const large = await caller.post("/documentos/vista-previa", {
      ...invoice,
      referencia: "x".repeat(64 * 1024),
    });
    expect([large.status, large.body["type"]]).toEqual([413, "/problemas/cuerpo-demasiado-grande"]);
    const torn = await caller.post("/documentos/vista-previa", "{");
    expect([torn.status, torn.body["type"]]).toEqual([400, "/problemas/cuerpo-no-valido"]);
  });
});

describe("rows that a tester adds", () => {
  test("a draft has no folio, a received document has its issuer's, and may have other taxes", async () => {
    const row = { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21", neto: 1000 };
    const rows = [
      { ...row, estado: "borrador" },
      { ...row, lado: "recibidos", folio: 44 },
      { ...row, lado: "recibidos", folio: 45, otros: 330 },
    ];
    const { body } = await sandbox.control("POST", `${portal}/rows`, { rows });
    expect(body["rows"]).toMatchObject([
      { lado: "emitidos", folio: null, estado: "borrador", trackId: null, total: 1190 },
      { lado: "recibidos", folio: 44, estado: "aceptado", iva: 190 },
      { lado: "recibidos", folio: 45, iva: 190, total: 1520 },
    ]);
  });

  test.each([
    ["documentos", { tipoDoc: 33, rut: "77879240-1", fecha: "2026-11-21", neto: 1 }],
    ["documentos", { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-22", neto: 1 }],
    ["documentos", { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21" }],
    ["documentos", { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21", neto: 1, folio: 5 }],
    ["documentos", { tipoDoc: 46, rut: "77879240-0", fecha: "2026-11-21", neto: 1 }],
    ["documentos", { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21", neto: 1, otros: -2 }],
    [
      "documentos",
      { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21", neto: 1, lado: "recibidos" },
    ],
    ["folios", { tipoDoc: 33, desde: 7600, hasta: 7700 }],
    ["folios", { tipoDoc: 33, desde: 20, hasta: 10 }],
  ])("%s: a wrong row is a 400 that says what it takes: %j", async (resource, row) => {
    const answer = await sandbox.control("POST", `${portal}/rows`, { resource, rows: [row] });
    expect(answer.status).toBe(400);
    expect(answer.body["takes"]).toBeTruthy();
  });
});
