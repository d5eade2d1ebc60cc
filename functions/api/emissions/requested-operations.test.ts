import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { feeLane, feeReceipt, type FeeLane } from "#tests/support/scenes/fee-lane.ts";
import { askFolder, folderCaller, type FolderCaller } from "#tests/support/scenes/folder-lane.ts";

// `GET /v1/operations/{id}` for acts that have their own request: receipts, annulments and folders.

let lane: FeeLane;
let caller: FolderCaller;
beforeAll(async () => {
  lane = await feeLane();
  caller = await folderCaller(lane);
});
afterAll(() => lane.close());

async function operation(id: string, key = caller.key): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await lane.app.request(`/v1/operations/${id}`, { headers });
  const { data, error } = (await answer.json()) as Record<string, Record<string, unknown>>;
  return data ?? { status: answer.status, code: error?.["code"] };
}

/** As read by its maker, by another key of the organization, and by a stranger. */
async function seen(idempotencyKey: string) {
  const own = await operation(idempotencyKey);
  expect(await operation(String(own["id"]))).toEqual(own);
  const other = await lane.key(caller.id, ["tributario:read"]);
  const { key: stranger } = await lane.organization();
  expect(await operation(idempotencyKey, stranger)).toEqual({
    status: 404,
    code: "tributario_emission_not_found",
  });
  return { own, other: await operation(idempotencyKey, other.key) };
}

const namesIn = ({ evidence }: Record<string, unknown>): unknown[] =>
  (evidence as { found: object | null }[]).filter(({ found }) => found !== null && "name" in found);

let solicitudId: unknown;

test("only a receipt's maker is told its bar code", async () => {
  const idempotencyKey = randomUUID();
  const asked = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  const { body } = await lane.call("honorarios.solicitar", asked, { ...caller, idempotencyKey });
  solicitudId = body.data?.["solicitudId"];
  const { own, other } = await seen(idempotencyKey);
  const [receipt] = lane.portal.receipts;
  const told = {
    kind: "honorarios",
    state: "done",
    tool_id: "tributario.honorarios.solicitar",
    subject_id: solicitudId,
    folio: receipt?.folio,
    prueba: "respuesta",
  };
  const named = { external_ref: receipt?.codigoBarras, receipt: expect.any(String) };
  expect(own).toMatchObject({ ...told, ...named });
  expect(namesIn(own)).toHaveLength(1);
  expect(other).toMatchObject({ ...told, external_ref: null, receipt: null });
  expect(namesIn(other)).toEqual([]);
});

test("an annulment is a separate operation about its request", async () => {
  const idempotencyKey = randomUUID();
  const asked = { solicitudId, causa: 3 };
  const annulled = await lane.call("honorarios_anulacion.solicitar", asked, {
    ...caller,
    idempotencyKey,
  });
  const { own, other } = await seen(idempotencyKey);
  const told = {
    kind: "honorarios_anulacion",
    state: "done",
    subject_id: annulled.body.data?.["solicitudId"],
    prueba: "lista",
  };
  expect(own).toMatchObject(told);
  expect(other).toMatchObject({ ...told, external_ref: null });
});

test("a folder's code, which opens it, is shown only to the caller who asked for it", async () => {
  const idempotencyKey = randomUUID();
  const { body } = await askFolder(lane, { ...caller, idempotencyKey });
  const { own, other } = await seen(idempotencyKey);
  const told = { kind: "carpeta", state: "done", subject_id: body.data?.["solicitudId"] };
  const [folder] = lane.folders.made;
  expect(own).toMatchObject({ ...told, external_ref: folder?.codigo });
  expect(other).toMatchObject({ ...told, external_ref: null, receipt: null });
  expect(JSON.stringify(other)).not.toContain(folder?.codigo);
});
