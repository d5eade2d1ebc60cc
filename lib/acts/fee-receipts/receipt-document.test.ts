import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";

let lane: FeeLane;
let owner: FeeCaller & { id: string };
let solicitudId: unknown;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
// An issued receipt whose PDF the portal has not made yet.
beforeEach(async () => {
  Object.assign(lane.portal, { receipts: [], papers: "late" });
  owner = await lane.issuer();
  const asked = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  const { body } = await lane.call("honorarios.solicitar", asked, owner);
  expect(body.data, JSON.stringify(body)).toMatchObject({ state: "issued" });
  solicitudId = body.data?.["solicitudId"];
});

async function paper() {
  const before = lane.portal.visits;
  const { body } = await lane.call("honorarios_documento.obtener", { solicitudId }, owner);
  const content = body.data?.["contenidoBase64"];
  const text = typeof content === "string" ? Buffer.from(content, "base64").toString() : "";
  const version = body.data?.["documentVersion"] ?? null;
  return { code: body.error?.code, text, version, visits: lane.portal.visits - before };
}

test("a PDF that is not the receipt's is requested once per call", async () => {
  lane.portal.papers = "another";
  expect(await paper()).toMatchObject({ code: "upstream_unexpected_response", visits: 1 });
});

test("one that the portal marked meanwhile is delivered as it is, from the same visit", async () => {
  lane.portal.papers = "ready";
  for (const receipt of lane.portal.receipts) receipt.estado = "ANULADA";
  const marked = { text: "%PDF-1.4 500001 ANULADA", version: 2 };
  expect(await paper()).toMatchObject({ ...marked, visits: 1 });
  expect(await paper()).toMatchObject({ ...marked, visits: 0 });
});
