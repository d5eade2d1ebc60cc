import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  ownLogin,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

const periodo = "2026-09";
const rut = "76177907-9";
/** An unknown type, so that the document is the only one of it. */
const document = { operacion: "compra", tipoDoc: 999, folio: 77, rut };

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id, ownLogin);
}, 60_000);
afterAll(() => scene.close());

const call = (tool: string, input: unknown) =>
  scene.call(tool, input, { key: owner.key, connection });

async function portalHolds(row: Record<string, unknown>): Promise<void> {
  const answer = await scene.sandbox.control("POST", "/portals/tributario/rows", {
    resource: "rcv",
    periodo,
    rut: ownLogin.rut,
    rows: [row],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function sync(): Promise<void> {
  const input = { periodo, alcances: ["rcv"], esperarSegundos: 25 };
  const answer = await call("conexion.sincronizar", input);
  expect(answer.body.data).toMatchObject({ status: "succeeded", outcomes: [{ status: "ok" }] });
}

async function rows(tool: string, list: string, more: object = {}) {
  const input = { periodo, operacion: "compra", limit: 500, ...more };
  const { body } = await call(tool, input);
  return body.data?.[list] as Record<string, unknown>[];
}

test("a document that moves to another section is updated, and leaves nothing behind", async () => {
  const first = { ...document, seccion: "PENDIENTE", fecha: "2026-09-10", neto: 1_000 };
  await portalHolds({
    ...first,
    otrosImpuestos: [
      { codigo: 24, tasa: 31.5, valor: 315 },
      { codigo: 27, tasa: 10, valor: 100 },
    ],
  });
  await sync();
  const [pending, ...more] = await rows("rcv.consultar", "documentos", { tipoDoc: 999 });
  expect(more).toEqual([]);
  expect(pending).toMatchObject({
    id: `compra|999|77|${rut}`,
    estado: "PENDIENTE",
    tipoDoc: 999,
    tipoDocNombre: "999",
    fechaAcuse: null,
    efecto: 1,
    montoTotal: 1_605,
    otrosImpuestos: [
      { codigo: 24, tasa: 31.5, monto: 315 },
      { codigo: 27, tasa: 10, monto: 100 },
    ],
  });

  await portalHolds({ ...document, seccion: "REGISTRO", fechaAcuse: "2026-09-15" });
  await sync();
  const after = await rows("rcv.consultar", "documentos", { tipoDoc: 999 });
  expect(after.map(({ id, estado, fechaAcuse }) => [id, estado, fechaAcuse])).toEqual([
    [pending?.["id"], "REGISTRO", "2026-09-15"],
  ]);
  expect(await rows("rcv.consultar", "documentos", { tipoDoc: 999, estado: "PENDIENTE" })).toEqual(
    [],
  );
  const sums = await rows("rcv_resumen.consultar", "resumen");
  expect(
    sums
      .filter(({ tipoDoc }) => tipoDoc === 999)
      .map(({ estado, documentos, montoTotal }) => [estado, documentos, montoTotal]),
  ).toEqual([["REGISTRO", 1, 1_605]]);
}, 90_000);
