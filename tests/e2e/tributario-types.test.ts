import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  companyRut,
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
let today: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
  const at = await scene.call("dte.previsualizar", invoice(), { key: owner.key, connection });
  const { documento } = at.body.data as { documento: { fechaEmision: string } };
  today = documento.fechaEmision;
});
afterAll(() => scene.close());

const call = (tool: string, input: unknown) =>
  scene.call(tool, input, { key: owner.key, connection });

/** The preview and the issued document, checked to be the same. */
async function issued(kind: "dte" | "boleta", input: unknown) {
  const prepared = await call(`${kind}.previsualizar`, input);
  expect(prepared.status, JSON.stringify(prepared.body)).toBe(200);
  const { previewRef, totales } = prepared.body.data as { previewRef: string; totales: object };
  const answer = await call(`${kind}.emitir`, { previewRef });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.data).toMatchObject({ estado: "emitido", totales, fechaEmision: today });
  return answer.body.data as { tipoDte: number; folio: number; totales: object };
}

/** The portal's own account of a document. */
async function held(tipoDoc: number, folio: number) {
  const periodo = today.slice(0, 7);
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}&rut=${companyRut}`;
  const { body } = await scene.sandbox.control<{ rows: Record<string, unknown>[] }>("GET", path);
  return body.rows.filter((row) => row["tipoDoc"] === tipoDoc && row["folio"] === folio);
}

const reference = (codigo?: 1 | 2 | 3) => ({
  tipoDoc: 33,
  folio: "4711",
  fecha: today,
  ...(codigo !== undefined && { codigo, razon: "Según acuerdo & Cía." }),
});
const receptor = { rut: "76177907-9", razonSocial: "Viñedos Aguas Frías SpA" };

test.each([
  {
    name: "an invoice with a discount, an exempt line and fractions",
    tipoDte: 33,
    more: () => ({
      lineas: [
        { nombre: "Asesoría Ñ", cantidad: 1.5, precioUnitario: 1_000.5, unidad: "hora" },
        { nombre: "Con descuento", cantidad: 3, precioUnitario: 1_000, descuentoPct: 33.33 },
        { nombre: "Libro", descripcion: "Sin IVA", cantidad: 1, precioUnitario: 500, exento: true },
      ],
      formaPago: "credito",
      referencias: [reference()],
    }),
    // 1.5 × 1000.5 = 1500.75 → 1501; 3000 − 999.9 → 2000; 19 % of 3501 = 665.19
    totales: { neto: 3_501, exento: 500, iva: 665, total: 4_666 },
  },
  {
    name: "an exempt invoice",
    tipoDte: 34,
    more: () => ({}),
    totales: { neto: 0, exento: 1_000, iva: 0, total: 1_000 },
  },
  {
    name: "a debit note that corrects amounts",
    tipoDte: 56,
    more: () => ({ referencias: [reference(3)] }),
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  },
  {
    name: "a credit note that corrects a text, of nothing",
    tipoDte: 61,
    more: () => ({
      lineas: [{ nombre: "Donde dice X debe decir Y", cantidad: 1, precioUnitario: 0 }],
      formaPago: "sin_costo",
      referencias: [reference(2)],
    }),
    totales: { neto: 0, exento: 0, iva: 0, total: 0 },
  },
  {
    name: "a dispatch guide",
    tipoDte: 52,
    more: () => ({}),
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  },
])(
  "$name ($tipoDte) is issued as it was previewed",
  async ({ tipoDte, more, totales }) => {
    const document = await issued("dte", { ...invoice(), ...more(), tipoDte });
    expect(document).toMatchObject({ tipoDte, totales });
    expect(await held(tipoDte, document.folio)).toMatchObject([
      { rut: receptor.rut, fecha: today, total: totales.total, anulado: false },
    ]);
  },
  30_000,
);

test.each([
  [39, { neto: 832, exento: 0, iva: 158, total: 990 }, "76177907-9"],
  [41, { neto: 0, exento: 990, iva: 0, total: 990 }, "66666666-6"],
])(
  "a receipt of type %i is issued as it was previewed",
  async (tipoDte, totales, rut) => {
    const lineas = [{ nombre: "Café", cantidad: 1, precioUnitario: 990 }];
    const named = rut === receptor.rut && { receptor };
    const document = await issued("boleta", { tipoDte, lineas, ...named });
    expect(document).toMatchObject({ tipoDte, totales });
    expect(await held(tipoDte, document.folio)).toMatchObject([{ rut, fecha: today, total: 990 }]);
  },
  30_000,
);

test("the list of documents marks what this service issued", async () => {
  const document = await issued("dte", invoice(1_234));
  const input = { periodo: today.slice(0, 7), alcances: ["dte"], esperarSegundos: 25 };
  expect((await call("conexion.sincronizar", input)).body.data).toMatchObject({
    status: "succeeded",
  });
  const { body } = await call("dte.consultar", { periodo: today.slice(0, 7), limit: 500 });
  const rows = body.data?.["documentos"] as Record<string, unknown>[];
  const own = rows.filter(({ emitidoPorServicio }) => emitidoPorServicio === true);
  expect(own).toContainEqual(
    expect.objectContaining({
      tipoDte: 33,
      folio: document.folio,
      operacionId: (document as { operacionId?: string }).operacionId,
    }),
  );
  expect(rows.length).toBeGreaterThan(own.length);
}, 60_000);
