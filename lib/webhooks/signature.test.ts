import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, sign, signatureHeaders } from "./signature.ts";
import vectors from "./testing/webhook-vectors.json" with { type: "json" };

const now = () => Math.floor(Date.now() / 1000);
const ids = fc.stringMatching(/^whev_[0-9a-hjkmnp-tv-z]{26}$/);
const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);

test("all vectors are present", () => expect(vectors.length).toBeGreaterThanOrEqual(8));

test.each(vectors)("signs the vector: $name", (vector) => {
  const [newest = "", ...older] = vector.secrets;
  const headers = signatureHeaders([newest, ...older], {
    id: vector.webhook_id,
    timestampSeconds: Number(vector.webhook_timestamp),
    body: vector.body,
  });
  expect(headers).toEqual({
    "webhook-id": vector.webhook_id,
    "webhook-timestamp": vector.webhook_timestamp,
    "webhook-signature": vector.webhook_signature,
  });
});

describe("the receivers' library", () => {
  test("verifies any message, with the old and the new secret of a rotation", () => {
    fc.assert(
      fc.property(ids, secrets, secrets, fc.json(), (id, newest, oldest, body) => {
        const message = { id, timestampSeconds: now(), body };
        const headers = signatureHeaders([newest, oldest], message);
        expect(new Webhook(newest).verify(body, headers)).toEqual(JSON.parse(body));
        expect(new Webhook(oldest).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  test("refuses another secret, and a body with one changed byte", () => {
    const body = '{"data":{},"type":"webhook.test"}';
    const secret = newWebhookSecret();
    const headers = signatureHeaders([secret], { id: "whev_uno", timestampSeconds: now(), body });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow("matching");
    for (let at = 0; at < body.length; at += 1) {
      const bytes = Buffer.from(body);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(() => new Webhook(secret).verify(bytes, headers)).toThrow("matching");
    }
  });

  test("accepts every secret that we make", () => {
    const made = Array.from({ length: 200 }, () => newWebhookSecret());
    expect(new Set(made).size).toBe(200);
    for (const secret of made) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(() => new Webhook(secret)).not.toThrow();
    }
  });
});

const message = { id: "whev_uno", timestampSeconds: 1_790_000_000, body: "{}" };
const good = Buffer.alloc(32, 0xff).toString("base64");

test.each([
  ["without its prefix", good],
  ["in the url alphabet", `whsec_${good.replaceAll("/", "_")}`],
  ["without padding", `whsec_${good.slice(0, -1)}`],
  ["with a line end", `whsec_${good}\n`],
  ["too short", `whsec_${Buffer.alloc(23).toString("base64")}`],
  ["too long", `whsec_${Buffer.alloc(65).toString("base64")}`],
  ["empty", ""],
])("a secret %s is refused and not echoed", (_what, secret) => {
  expect(() => sign(secret, message)).toThrow(/^not a webhook secret$/);
});

test("anything that would make a signature ambiguous is refused", () => {
  expect(() => sign(`whsec_${good}`, { ...message, id: "whev_uno.1" })).toThrow(RangeError);
  expect(() => sign(`whsec_${good}`, { ...message, timestampSeconds: 1.5 })).toThrow(RangeError);
});
