import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { feeLane, feeReceipt, type FeeLane } from "#tests/support/scenes/fee-lane.ts";

let lane: FeeLane;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());

test("one that is not issued yet is led to its state, not to another request", async () => {
  const owner = await lane.issuer();
  const asked = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  const { body } = await lane.call("honorarios.solicitar", asked, owner);
  const solicitudId = String(body.data?.["solicitudId"]);
  await lane.database.owner(
    `update fee_receipt_requests set state = 'processing', folio = null where id = $1`,
    [solicitudId],
  );
  const annulment = { solicitudId, causa: 3 };
  const { error } = (await lane.call("honorarios_anulacion.previsualizar", annulment, owner)).body;
  expect(error?.code).toBe("honorarios_request_not_found");
  expect(error?.suggested_fix).toMatch(/tributario\.honorarios\.consultar.*processing.*issued/);
});
