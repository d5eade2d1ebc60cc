import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import { recoverEvent } from "#lib/webhooks/index.ts";
import {
  feeLaneOver,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import {
  webhookScene,
  webhookScopes,
  type MadeEndpoint,
  type WebhookScene,
} from "#tests/support/scenes/webhooks.ts";

// What a receiver is told about fee receipts: signed, and with only ids and states.

let scene: WebhookScene;
let lane: FeeLane;
let owner: FeeCaller & { id: string };
let endpoint: MadeEndpoint;
let receiver: string;
let receivers = 0;
beforeAll(async () => {
  scene = await webhookScene();
  lane = feeLaneOver(scene);
});
afterAll(() => scene.close());
beforeEach(async () => {
  Object.assign(lane.portal, { receipts: [], fate: "accepts", visits: 0 });
  owner = await lane.issuer();
  receiver = `honorarios-${(receivers += 1)}`;
  endpoint = await addEndpoint(receiver);
});

async function addEndpoint(name: string): Promise<MadeEndpoint> {
  const { key } = await scene.key(owner.id, webhookScopes);
  return scene.endpoint({ id: owner.id, key }, name);
}

async function ask(referencia: string, monto?: number): Promise<string> {
  const fecha = todayInSantiago(lane.clock.now());
  const asked = { ...feeReceipt(referencia, monto), fecha };
  const { body } = await lane.call("honorarios.solicitar", asked, owner);
  return String(body.data?.["solicitudId"]);
}

/** What reached the receiver, each with its signature checked, once the PDF exists too. */
async function received(name = receiver, { secret } = endpoint): Promise<unknown[]> {
  lane.advance(30);
  await lane.housekeeping();
  await scene.drain();
  return Promise.all(
    scene.received(name).map(async ({ headers, body }) => {
      await verifyWebhook(body, headers, secret, { now: scene.clock.now() });
      expect(body, "whose it is, how much, and under which reference").not.toMatch(
        /76177907|500000|OC-\d|Viñedos/,
      );
      return JSON.parse(body) as unknown;
    }),
  );
}

const event = (what: string, requestId: string, state: string, version: number) => ({
  type: `tributario.honorarios.${what}`,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
  data: {
    request_id: requestId,
    connection_id: owner.connection,
    document_version: version,
    state,
  },
});

test("an issued receipt, and both versions of its PDF, are announced with exactly their payload", async () => {
  const id = await ask("OC-1");
  const told = [event("issued", id, "issued", 1), event("document_available", id, "issued", 1)];
  expect(await received()).toEqual(told);
  await lane.call("honorarios_anulacion.solicitar", { solicitudId: id, causa: 3 }, owner);
  const marked = event("document_available", id, "issued", 2);
  expect(await received()).toEqual([...told, marked]);
});

test("so is a rejected one, and one that is unknown until the list shows it", async () => {
  lane.portal.fate = "refuses";
  const refused = await ask("OC-1");
  lane.portal.fate = "loses";
  lane.portal.hidden = 1;
  const lost = await ask("OC-2", 400_000);
  const told = [event("rejected", refused, "rejected", 0)];
  told.push(event("inconclusive", lost, "inconclusive", 0));
  expect(await received()).toEqual(told);
  Object.assign(lane.portal, { hidden: 0, fate: "accepts" });
  await lane.call("honorarios.reconciliar", { solicitudId: lost }, owner);
  const found = [
    event("issued", lost, "issued", 1),
    event("document_available", lost, "issued", 1),
  ];
  expect(await received()).toEqual([...told, ...found]);
});

test("recovering one sends it unchanged, and visits no portal", async () => {
  const id = await ask("OC-1");
  await received();
  const [first] = scene.received(receiver);
  const { visits } = lane.portal;
  const later = await addEndpoint(`${receiver}-despues`);
  const eventId = String(first?.headers["webhook-id"]);
  await recoverEvent(scene.contextOf(owner.id), later.id, eventId);
  const again = await received(`${receiver}-despues`, later);
  expect(again).toEqual([event("issued", id, "issued", 1)]);
  expect(scene.received(`${receiver}-despues`)[0]?.body).toBe(first?.body);
  expect(lane.portal.visits).toBe(visits);
});
