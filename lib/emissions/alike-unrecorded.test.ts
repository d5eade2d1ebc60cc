import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted-preparation.ts";
import { alikeUnrecorded } from "./alike-unrecorded.ts";

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

/** Whether a list that shows this makes it known to a preview of the same. */
async function found(system: keyof typeof rows, changed: object = {}, day = today) {
  const { id: organizationId } = await api.organization();
  const connection = await api.connection(organizationId, system);
  await plant(organizationId, connection, system, changed, day);
  return alikeUnrecorded(api.deps, connection, asked);
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

test("the same document of the last days is known, in each system's list", async () => {
  const shown = { folio: "900", fecha: today };
  expect(await found("tributario")).toEqual(shown);
  expect(await found("facturacion")).toEqual(shown);
  const earlier = addDays(today, -10);
  expect(await found("tributario", {}, earlier)).toEqual({ folio: "900", fecha: earlier });
});

test("another one, an older one and one that is in force no more are not", async () => {
  expect(await found("tributario", { montoTotal: 1_191 })).toBeNull();
  expect(await found("tributario", { tipoDte: 34 })).toBeNull();
  expect(await found("tributario", { rutContraparte: "76555835-2" })).toBeNull();
  expect(await found("tributario", {}, addDays(today, -11))).toBeNull();
  expect(await found("tributario", { anuladoPor: { tipoDte: 61, folio: 3 } })).toBeNull();
  expect(await found("facturacion", { lado: "recibidos" })).toBeNull();
  expect(await found("facturacion", { estado: "rechazado" })).toBeNull();
});

test("one that the ledger knows is nothing to warn of", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  await plantOperation(api, id, { preparationId, state: "emitted", folio: 900 });
  const [row] = await api.database.owner("select connection_id from preparations where id = $1", [
    preparationId,
  ]);
  const connection = String(row?.["connection_id"]);
  await plant(id, connection, "tributario", {}, today);
  expect(await alikeUnrecorded(api.deps, connection, asked)).toBeNull();
  await api.database.owner("update operations set folio = 901 where organization_id = $1", [id]);
  expect(await alikeUnrecorded(api.deps, connection, asked)).not.toBeNull();
});
