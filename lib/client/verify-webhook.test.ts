import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "#lib/webhooks/signature.ts";
import vectors from "#lib/webhooks/testing/webhook-vectors.json" with { type: "json" };
import { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from "./verify-webhook.ts";

const at = 1_790_000_000;
const now = new Date(at * 1000);
const secret = newWebhookSecret();
const event = {
  data: { job_id: "sjb_1" },
  timestamp: "2026-11-21T04:00:00.000Z",
  type: "sync.failed",
};
const body = JSON.stringify(event);
const headersOf = (text = body, ...secrets: string[]) =>
  signatureHeaders([secret, ...secrets], { id: "whev_uno", timestampSeconds: at, body: text });
const headers = headersOf();

/** The reason of the refusal, or "accepted". */
async function outcome(verifying: Promise<unknown>): Promise<string> {
  try {
    await verifying;
    return "accepted";
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe("a test vector", () => {
  // Three vectors hold no event: their signature is valid, and their content is refused.
  const reasons: Record<string, string> = {
    official: "not_an_event",
    "secret with + and / in base64": "not_an_event",
    "64 byte secret": "not_an_event",
    "empty body": "not_json",
  };

  test.each(vectors)("is judged alike by one secret and by all: $name", async (vector) => {
    const given = {
      "webhook-id": vector.webhook_id,
      "webhook-timestamp": vector.webhook_timestamp,
      "webhook-signature": vector.webhook_signature,
    };
    const options = { now: new Date(Number(vector.webhook_timestamp) * 1000) };
    const expected = reasons[vector.name] ?? "accepted";
    for (const one of [vector.secrets, ...vector.secrets]) {
      expect(await outcome(verifyWebhook(vector.body, given, one, options))).toBe(expected);
    }
    const changed = `${vector.body} `;
    expect(await outcome(verifyWebhook(changed, given, vector.secrets, options))).toBe(
      "no_matching_signature",
    );
  });

  test("is one of at least eight", () => expect(vectors.length).toBeGreaterThanOrEqual(8));
});

test("yields the event and its id", async () => {
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual({ id: "whev_uno", ...event });
});

test("accepts the body as text, bytes, a slice of a buffer or an ArrayBuffer", async () => {
  const text = JSON.stringify({ ...event, data: { label: "Ñandú 企業 😀" } });
  const signed = headersOf(text);
  const bytes = Buffer.from(`..${text}..`).subarray(2, -2);
  const copy = new Uint8Array(bytes).buffer;
  for (const raw of [text, bytes, new Uint8Array(bytes), copy]) {
    expect(await outcome(verifyWebhook(raw, signed, secret, { now }))).toBe("accepted");
  }
});

test("accepts headers as every server provides them", async () => {
  const entries = Object.entries(headers);
  const shapes: WebhookHeaders[] = [
    new Headers(headers),
    Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
    Object.fromEntries(entries.map(([name, value]) => [name, [value]])),
    { ...headers, get: "a header", other: undefined },
  ];
  for (const shape of shapes) {
    expect(await outcome(verifyWebhook(body, shape, secret, { now }))).toBe("accepted");
  }
});

describe("during a rotation", () => {
  const old = newWebhookSecret();
  const both = headersOf(body, old);

  test.each([
    ["the new secret alone", [secret], "accepted"],
    ["the old secret alone", [old], "accepted"],
    ["both", [old, secret], "accepted"],
    ["one that is neither", [newWebhookSecret()], "no_matching_signature"],
    ["one that is neither, and the old", [newWebhookSecret(), old], "accepted"],
  ])("a receiver with %s", async (_who, secrets, expected) => {
    expect(await outcome(verifyWebhook(body, both, secrets, { now }))).toBe(expected);
  });

  test("a receiver that has the new secret before we do", async () => {
    const ahead = [newWebhookSecret(), secret];
    expect(await outcome(verifyWebhook(body, headers, ahead, { now }))).toBe("accepted");
  });
});

describe("signatures", () => {
  const good = headers["webhook-signature"];
  test.each([
    ["after one of another version", `v1a,${good.slice(3)} ${good}`, "accepted"],
    ["after nonsense", `x  v1 v1, , v2,abc ${good}`, "accepted"],
    ["of another version alone", good.replace("v1,", "v2,"), "no_matching_signature"],
    ["without version", good.slice(3), "no_matching_signature"],
    ["without padding", good.slice(0, -1), "no_matching_signature"],
    ["in the url alphabet", `v1,${"_".repeat(43)}=`, "no_matching_signature"],
    ["parted by a comma", `v1,${"A".repeat(43)}=,${good}`, "no_matching_signature"],
    ["with more behind", `${good}A`, "no_matching_signature"],
    ["as the last of sixteen", `${`v1,${"A".repeat(43)}= `.repeat(15)}${good}`, "accepted"],
    ["behind sixteen", `${`v1,${"A".repeat(43)}= `.repeat(16)}${good}`, "no_matching_signature"],
  ])("%s", async (_what, signature, expected) => {
    const given = { ...headers, "webhook-signature": signature };
    expect(await outcome(verifyWebhook(body, given, secret, { now }))).toBe(expected);
  });

  test("with any one character changed do not match", async () => {
    const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // The last character before the padding has spare bits that a lenient decoder drops.
    for (let place = 3; place < good.length - 1; place += 1) {
      for (const character of base64.replace(good.charAt(place), "")) {
        const signature = good.slice(0, place) + character + good.slice(place + 1);
        const given = { ...headers, "webhook-signature": signature };
        expect(await outcome(verifyWebhook(body, given, secret, { now }))).toBe(
          "no_matching_signature",
        );
      }
    }
  });
});

test("one changed byte of the body is refused, wherever it is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (json, place, change) => {
        const text = JSON.stringify({ ...event, data: { json } });
        const signed = headersOf(text);
        expect(await outcome(verifyWebhook(text, signed, secret, { now }))).toBe("accepted");
        const bytes = Buffer.from(text);
        const index = place % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(index) ^ change, index);
        expect(await outcome(verifyWebhook(bytes, signed, secret, { now }))).toBe(
          "no_matching_signature",
        );
      },
    ),
  );
});

test("another id or time does not verify", async () => {
  for (const change of [{ "webhook-id": "whev_dos" }, { "webhook-timestamp": String(at + 1) }]) {
    expect(await outcome(verifyWebhook(body, { ...headers, ...change }, secret, { now }))).toBe(
      "no_matching_signature",
    );
  }
});

test.each([
  [300, undefined, "accepted"],
  [301, undefined, "too_old"],
  [-300, undefined, "accepted"],
  [-301, undefined, "too_new"],
  [10, 10, "accepted"],
  [11, 10, "too_old"],
  [0, 0, "accepted"],
])(
  "a message of %i s ago, with a tolerance of %s: %s",
  async (seconds, toleranceSeconds, expected) => {
    const options = {
      now: new Date((at + seconds) * 1000),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    };
    expect(await outcome(verifyWebhook(body, headers, secret, options))).toBe(expected);
  },
);

test("an invalid tolerance or date does not let everything through", async () => {
  for (const options of [
    { now, toleranceSeconds: NaN },
    { now, toleranceSeconds: -1 },
    { now: new Date(NaN) },
  ]) {
    await expect(verifyWebhook(body, headers, secret, options)).rejects.toThrow(RangeError);
  }
});

test.each(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)(
  "without %s",
  async (name) => {
    for (const value of [undefined, "", []]) {
      const given = { ...headers, [name]: value };
      expect(await outcome(verifyWebhook(body, given, secret, { now }))).toBe("missing_header");
    }
  },
);

test.each([
  "1790000000.0",
  "-1",
  "1e9",
  "0x10",
  " 1790000000",
  "2026-11-21T04:00:00Z",
  "9".repeat(13),
])("the time %j is refused", async (time) => {
  const given = { ...headers, "webhook-timestamp": time };
  expect(await outcome(verifyWebhook(body, given, secret, { now }))).toBe("bad_timestamp");
});

test.each([
  ["no secret", []],
  ["an empty one", ""],
  ["an environment variable that is not set", undefined as unknown as string],
  ["one without its prefix", secret.slice(6)],
  ["one with a line end", `${secret}\n`],
  ["one without padding", secret.slice(0, -1)],
  ["a prefix alone", "whsec_"],
  ["a good one and a bad one", [secret, "whsec_-"]],
])("%s is a bad secret, and is not echoed", async (_what, given) => {
  const verifying = verifyWebhook(body, headers, given, { now });
  expect(await outcome(verifying)).toBe("bad_secret");
  await expect(verifying).rejects.not.toThrow(secret.slice(6));
});

test("an already parsed body is refused as such", async () => {
  const parsed = JSON.parse(body) as string;
  expect(await outcome(verifyWebhook(parsed, headers, secret, { now }))).toBe("body_not_raw");
});

test.each([
  ["[]", "not_an_event"],
  ["null", "not_an_event"],
  ['{"type":"a","timestamp":"b"}', "not_an_event"],
  ['{"type":"a","timestamp":"b","data":[]}', "not_an_event"],
  ['{"type":1,"timestamp":"b","data":{}}', "not_an_event"],
  ["{", "not_json"],
  ["\ufeff{}", "not_json"],
])("a signed body of %j is %s", async (text, expected) => {
  expect(await outcome(verifyWebhook(text, headersOf(text), secret, { now }))).toBe(expected);
});

test("runs with Web standards and nothing else", async () => {
  const entry = new URL("verify-webhook.ts", import.meta.url).pathname;
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "neutral",
    format: "iife",
    globalName: "client",
    target: "es2022",
  });
  // Its own realm: no process, no Buffer, no require, and Uint8Arrays that are not ours.
  const realm = createContext({
    crypto,
    TextEncoder,
    TextDecoder,
    atob,
    body,
    headers,
    secret,
    at,
  });
  const code = `${built.outputFiles[0]?.text ?? ""};
    client.verifyWebhook(body, headers, secret, { now: new Date(at * 1000) }).then((e) => e.type)`;
  expect(await (runInContext(code, realm) as Promise<string>)).toBe("sync.failed");
});
