import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, todayInSantiago } from "#lib/chile/index.ts";
import type { ListedReceipt } from "#lib/contract/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { listReceipt } from "#tests/support/planted/fee-receipts.ts";
import { issue } from "#tests/support/played/fees.ts";

let lane: FeeLane;
let owner: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  Object.assign(lane.portal, { receipts: [], sends: 0 });
  owner = await lane.issuer();
});

const asked = (referencia: string) => ({
  ...feeReceipt(referencia),
  fecha: todayInSantiago(lane.clock.now()),
});
const solicit = async (referencia: string, huella?: unknown) => {
  const input = { ...asked(referencia), ...(huella !== undefined && { huella }) };
  const { body } = await lane.call("honorarios.solicitar", input, owner);
  return body.error?.code ?? body.data?.["state"];
};
const previewed = async () =>
  (await lane.call("honorarios.previsualizar", asked("OC-1"), owner)).body.data ?? {};

/** Issues one by hand, and has a sync read it. */
async function listed(changed: Partial<ListedReceipt> = {}) {
  const receipt = Object.assign(issue(lane.portal, asked("")), changed);
  const of = { organization: owner.id, connection: owner.connection };
  await listReceipt(lane, of, receipt);
  return receipt;
}

test("one that the list shows and nobody requested here is only issued again through its preview", async () => {
  const before = await previewed();
  expect(before["advertencias"]).not.toContain("igual_reciente");
  await listed();
  expect(await solicit("OC-1")).toBe("honorarios_policy_denied");
  const { huella, advertencias } = await previewed();
  expect(advertencias).toContain("igual_reciente");
  expect(huella).not.toBe(before["huella"]);
  // One more was listed since: that preview did not show it.
  await listed();
  expect(await solicit("OC-1", huella)).toBe("rejected");
  expect(lane.portal.sends).toBe(0);
  expect(await solicit("OC-1", (await previewed())["huella"])).toBe("issued");
});

test("a different one, and an annulled one, hold nothing back", async () => {
  const today = todayInSantiago(lane.clock.now());
  await listed({ bruto: 500_001 });
  await listed({ fecha: addDays(today, -1) });
  await listed({ rutReceptor: "76555835-2" });
  await listed({ estado: "ANULADA" });
  expect((await previewed())["advertencias"]).not.toContain("igual_reciente");
  expect(await solicit("OC-1")).toBe("issued");
});

test("one that was requested here does not hold a second one back", async () => {
  expect(await solicit("OC-1")).toBe("issued");
  const of = { organization: owner.id, connection: owner.connection };
  for (const receipt of lane.portal.receipts) await listReceipt(lane, of, receipt);
  expect(await solicit("OC-2")).toBe("issued");
  expect(lane.portal.sends).toBe(2);
});
