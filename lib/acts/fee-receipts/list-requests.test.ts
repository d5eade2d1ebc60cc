import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";

let lane: FeeLane;
let owner: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  await lane.work();
  owner = await lane.issuer();
});

const ask = (referencia: string, monto?: number) => {
  const fecha = todayInSantiago(lane.clock.now());
  return lane.call("honorarios.solicitar", { ...feeReceipt(referencia, monto), fecha }, owner);
};

describe("a request belongs to its maker", () => {
  test("another key, another connection and a stranger are told that it does not exist", async () => {
    const { body } = await ask("OC-1");
    const solicitudId = body.data?.["solicitudId"];
    const { key } = await lane.key(owner.id, ["tributario:read", "tributario:write"]);
    const connection = await lane.connection(owner.id, "tributario");
    const stranger = await lane.issuer();
    for (const caller of [{ ...owner, key }, { ...owner, connection }, stranger]) {
      for (const tool of ["honorarios.consultar", "honorarios.reconciliar"]) {
        const answer = await lane.call(tool, { solicitudId }, caller);
        expect(answer.body.error?.code).toBe("honorarios_request_not_found");
      }
      const all = await lane.call("honorarios.consultar", {}, caller);
      expect(all.body.data).toEqual({ solicitudes: [], cursor: null });
    }
  });

  test("the list continues page by page", async () => {
    for (const place of [1, 2, 3]) await ask(`OC-${place}`, place);
    const page = async (cursor?: unknown) =>
      (await lane.call("honorarios.consultar", { limit: 2, ...(cursor ? { cursor } : {}) }, owner))
        .body.data as { solicitudes: { referencia: string }[]; cursor: string | null };
    const first = await page();
    const second = await page(first.cursor);
    expect([...first.solicitudes, ...second.solicitudes].map((one) => one.referencia)).toEqual([
      "OC-3",
      "OC-2",
      "OC-1",
    ]);
    expect(second.cursor).toBeNull();
  });
});
