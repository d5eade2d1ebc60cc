import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import { setPolicy } from "./change-policy.ts";

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

const become = (change: Partial<typeof anyReceipt> & { receptores?: string[] }) =>
  setPolicy(lane.contextOf(owner.id), { ...anyReceipt, ...change });
const turnOff = () => setPolicy(lane.contextOf(owner.id), null);
const setDeletion = (at: Date | null) =>
  lane.database.owner("update organizations set deletes_at = $2 where id = $1", [owner.id, at]);
const startDeletion = () => setDeletion(new Date(lane.clock.now().getTime() + 30 * 86_400_000));

async function solicit(referencia: string): Promise<unknown> {
  const asked = { ...feeReceipt(referencia), fecha: todayInSantiago(lane.clock.now()) };
  const { body } = await lane.call("honorarios.solicitar", asked, owner);
  expect(body.data, JSON.stringify(body)).toBeDefined();
  return body.data?.["solicitudId"];
}

/** The outcome of a request that waited while that happened. */
async function after(happens: () => Promise<unknown>, solicitudId: unknown): Promise<unknown> {
  await happens();
  await lane.work();
  // When the deletion is cancelled, its outcome can be read again.
  await setDeletion(null);
  const { body } = await lane.call("honorarios.consultar", { solicitudId }, owner);
  return (body.data?.["solicitudes"] as unknown[] | undefined)?.[0];
}

const noMore: [string, () => Promise<unknown>][] = [
  ["its policy is turned off", turnOff],
  ["its organization is to be deleted", startDeletion],
];
const disabled = { state: "rejected", motivo: "honorarios_beta_disabled", seEnvio: false };

const denied = { ...disabled, motivo: "honorarios_policy_denied" };
const other = async () => {
  const conexiones = [await lane.connection(owner.id, "tributario")];
  await setPolicy(lane.contextOf(owner.id), { ...anyReceipt, conexiones });
};

describe("a receipt that waits is not sent once", () => {
  test.each([
    ...noMore.map((one) => [...one, disabled] as const),
    ["another connection alone may issue", other, denied] as const,
    ["its receiver is left out", () => become({ receptores: ["12345678-5"] }), denied] as const,
    ["its amount is over the limit", () => become({ montoMaximo: 499_999 }), denied] as const,
  ])("%s", async (_case, happens, rejected) => {
    lane.hold();
    const solicitudId = await solicit("OC-1");
    expect(await after(happens, solicitudId)).toMatchObject(rejected);
    expect(lane.portal.sends).toBe(0);
  });

  test("but the day's limits counted it when it was requested", async () => {
    lane.hold();
    const solicitudId = await solicit("OC-1");
    const lower = () => become({ montoMaximo: 500_000, montoDiario: 1, diasAtras: 0 });
    expect(await after(lower, solicitudId)).toMatchObject({ state: "issued" });
    expect(lane.portal.sends).toBe(1);
  });
});

describe("an annulment that waits is not sent once", () => {
  test.each([
    ...noMore.map((one) => [...one, disabled] as const),
    ["another connection alone may annul", other, denied] as const,
  ])("%s", async (_case, happens, rejected) => {
    const solicitudId = await solicit("OC-1");
    lane.hold();
    const asked = { solicitudId, causa: 3 };
    const { body } = await lane.call("honorarios_anulacion.solicitar", asked, owner);
    expect(body.data).toMatchObject({ state: "pending" });
    expect(await after(happens, body.data?.["solicitudId"])).toMatchObject(rejected);
    expect(lane.portal.receipts).toMatchObject([{ estado: "VIGENTE" }]);
  });
});
