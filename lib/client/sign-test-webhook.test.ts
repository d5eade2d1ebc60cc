import { expect, expectTypeOf, test } from "vitest";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { newWebhookSecret, signatureHeaders } from "#lib/webhooks/signature.ts";
import { signed, signTestWebhook, verifyWebhook, type ConnectEvent } from "./index.ts";

const event = {
  type: "webhook.test",
  timestamp: "2026-11-21T04:00:00.000Z",
  data: { test: true, message: "hola", endpoint_id: "whk_01k2ap4m7c5xj0h8rztwq6e9vd" },
} as const;
const now = new Date("2026-11-21T04:00:01.500Z");

test("a delivery made for a test is signed as the service signs, and verifies", async () => {
  const secrets: [string, string] = [newWebhookSecret(), newWebhookSecret()];
  const { body, headers } = await signTestWebhook(event, secrets, { id: "whev_uno", now });
  const timestampSeconds = Math.floor(now.getTime() / 1000);
  expect(headers).toEqual({
    // Body parsers of receivers look at it, and fetch would call a text plain.
    "content-type": "application/json",
    ...signatureHeaders(secrets, { id: "whev_uno", timestampSeconds, body }),
  });
  for (const secret of secrets) {
    const verified = await verifyWebhook(body, headers, secret, { now });
    expect(verified).toEqual({ id: "whev_uno", ...event });
    expectTypeOf(verified).toEqualTypeOf<ConnectEvent>();
    if (verified.type === "sync.failed") expectTypeOf(verified.data.job_id).toBeString();
  }
});

test("its body is what the service would send, however the data is written", async () => {
  const data = {
    verified: null,
    session: { id: "cs_uno" },
    consumed_at: event.timestamp,
    connection: { id: "conn_uno", connector: "banco_a" },
  };
  const used = { type: "connect_session.consumed", timestamp: event.timestamp, data } as const;
  const { body } = await signTestWebhook(used, newWebhookSecret());
  expect(body).toBe(canonicalJson(used));
  expect(body).toMatch(/^\{"data":\{"connection":\{"connector":"banco_a","id":"conn_uno"\},"con/);
});

test("it has its own id each time, and a receiver's clock accepts it", async () => {
  const secret = newWebhookSecret();
  const [one, other] = await Promise.all([
    signTestWebhook(event, secret),
    signTestWebhook(event, secret),
  ]);
  expect(one.headers["webhook-id"]).toMatch(/^whev_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(one.headers["webhook-id"]).not.toBe(other.headers["webhook-id"]);
  expect(await verifyWebhook(one.body, one.headers, secret)).toMatchObject(event);
  const another = verifyWebhook(one.body, one.headers, newWebhookSecret());
  await expect(another).rejects.toThrow("No signature matches");
});

test("an amount has the sign of its effect on the account", () => {
  expect(signed({ type: "credit", monto: 1_500 })).toBe(-1_500);
  expect(signed({ type: "debit", monto: 1_500.5 })).toBe(1_500.5);
  expect(Object.is(signed({ type: "credit", monto: 0 }), 0)).toBe(true);
});
