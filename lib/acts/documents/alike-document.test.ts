import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { alikeDocument } from "./alike-document.ts";

let api: TestApi;
let today: Fecha;
beforeAll(async () => {
  api = await testApi();
  today = todayInSantiago(api.clock.now());
});
afterAll(() => api.close());

const receptorRut = "77123456-9";
const asked = {
  tipoDte: 33,
  receptorRut,
  totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
} as PreviewedDocument;
/** As a preview of that day. */
const dated = (fechaEmision: Fecha) => ({ ...asked, fechaEmision });

const rows = {
  tributario: { tipoDte: 33, folio: 900, rutContraparte: receptorRut, montoTotal: 1_190 },
  facturacion: {
    id: "doc-1",
    lado: "emitidos",
    tipoDte: 33,
    folio: 900,
    rutReceptor: receptorRut,
    montoTotal: 1_190,
    estado: "aceptado",
  },
};

/** Whether this list warns about a preview of the same document, dated today or back. */
async function found(system: keyof typeof rows, changed: object = {}, day = today, back = today) {
  const { id: organizationId } = await api.organization();
  const connection = await api.connection(organizationId, system);
  await plant(organizationId, connection, system, changed, day);
  return alikeDocument(api.deps, connection, dated(back));
}

async function plant(
  organizationId: string,
  connection: string,
  system: keyof typeof rows,
  changed: object,
  day: Fecha,
): Promise<void> {
  const [dataset, field] =
    system === "tributario"
      ? ["tributario.dte", "fecha"]
      : ["facturacion.documentos", "fechaEmision"];
  await api.database.owner(
    `insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
     values ($1, $2, $3, '1', $4, '1', $5, $6)`,
    [
      organizationId,
      connection,
      dataset,
      day.slice(0, 7),
      { ...rows[system], [field]: day, ...changed },
      api.clock.now(),
    ],
  );
}

test("the same document of the last days is found, in each system's list", async () => {
  const shown = { folio: "900", fecha: today };
  expect(await found("tributario")).toEqual(shown);
  expect(await found("facturacion")).toEqual(shown);
  const earlier = addDays(today, -10);
  expect(await found("tributario", {}, earlier)).toEqual({ folio: "900", fecha: earlier });
});

test("a backdated one is looked for from its own day on", async () => {
  const back = addDays(today, -40);
  expect(await found("tributario", {}, back, back)).toEqual({ folio: "900", fecha: back });
  expect(await found("tributario", {}, addDays(back, -1), back)).toBeNull();
  const between = addDays(today, -11);
  expect(await found("tributario", {}, between, back)).toMatchObject({ fecha: between });
});

test("a different, older or no longer valid one is not found", async () => {
  expect(await found("tributario", { montoTotal: 1_191 })).toBeNull();
  expect(await found("tributario", { tipoDte: 34 })).toBeNull();
  expect(await found("tributario", { rutContraparte: "76555835-2" })).toBeNull();
  expect(await found("tributario", {}, addDays(today, -11))).toBeNull();
  expect(await found("tributario", { anuladoPor: { tipoDte: 61, folio: 3 } })).toBeNull();
  expect(await found("facturacion", { lado: "recibidos" })).toBeNull();
  expect(await found("facturacion", { estado: "rechazado" })).toBeNull();
});

test("one in the ledger needs no warning", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  await plantOperation(api, id, { preparationId, state: "done", folio: 900 });
  const [row] = await api.database.owner("select connection_id from preparations where id = $1", [
    preparationId,
  ]);
  const connection = String(row?.["connection_id"]);
  await plant(id, connection, "tributario", {}, today);
  const warned = () => alikeDocument(api.deps, connection, dated(today));
  expect(await warned()).toBeNull();
  await api.database.owner(
    "update operations set folio = 901, external_ref = '901' where organization_id = $1",
    [id],
  );
  expect(await warned()).not.toBeNull();
});

test("another company's document with the same type and folio hides nothing", async () => {
  const { id, keyId } = await api.organization();
  const connection = await api.connection(id, "tributario");
  await plant(id, connection, "tributario", {}, today);
  const preparationId = await plantPreparation(api, id, keyId);
  const operation = await plantOperation(api, id, { preparationId, state: "done", folio: 900 });
  const warned = () => alikeDocument(api.deps, connection, dated(today));
  expect(await warned()).toBeNull();
  const issuedBy = (column: "connector" | "rut", value: string) =>
    api.database.owner(`update operations set ${column} = $2 where id = $1`, [operation, value]);
  await issuedBy("rut", "77200001-6");
  expect(await warned()).not.toBeNull();
  await issuedBy("rut", "76555835-2");
  await issuedBy("connector", "facturacion");
  expect(await warned()).not.toBeNull();
});
