import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { masterKeys } from "#infra/server/master-keys.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createVault } from "#lib/vault/index.ts";
import { startKmsServer, wrappingKeys } from "#tests/support/aws/kms-server.ts";
import { refusal, type ProtocolServer } from "#tests/support/aws/protocol-server.ts";

const keyId = "arn:aws:kms:us-east-1:000000000000:key/11111111-2222-4333-8444-555555555555";
const otherKeyId = "alias/another";
const region = "us-east-1";
const context = { organization: "org_a", table: "credentials" };

let server: ProtocolServer;
beforeAll(async () => {
  server = await startKmsServer(wrappingKeys(keyId, otherKeyId));
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.mishaps.length = 0;
});

interface Implementation {
  name: string;
  keys(): Keys;
  /** The same service, with a foreign key. */
  others(): Keys;
}

const ownMaster = randomBytes(32);
const othersMaster = randomBytes(32);
const implementations: Implementation[] = [
  {
    name: "a master key of this machine",
    keys: () => masterKeys(ownMaster),
    others: () => masterKeys(othersMaster),
  },
  {
    name: "the key service",
    keys: () => createKmsKeys({ keyId, region, endpoint: server.endpoint }),
    others: () => createKmsKeys({ keyId: otherKeyId, region, endpoint: server.endpoint }),
  },
];

describe.each(implementations)("$name", ({ keys, others }) => {
  test("makes a new key of 32 bytes each time, and nothing of it shows in its wrapping", async () => {
    const made = [await keys().newDataKey(context), await keys().newDataKey(context)];
    expect(made.map(({ plain }) => plain.length)).toEqual([32, 32]);
    expect(made[0]?.plain.equals(made[1]?.plain ?? Buffer.alloc(0))).toBe(false);
    for (const { plain, wrapped } of made) expect(wrapped.includes(plain)).toBe(false);
  });

  test("unwraps what it wrapped, whatever the order of the context", async () => {
    const { plain, wrapped } = await keys().newDataKey(context);
    expect(await keys().unwrap(wrapped, context)).toEqual(plain);
    const turned = { table: "credentials", organization: "org_a" };
    expect(await keys().unwrap(wrapped, turned)).toEqual(plain);
  });

  test.each([
    ["another organization", { ...context, organization: "org_b" }],
    ["a name less", { organization: "org_a" }],
    ["a name more", { ...context, column: "secret" }],
    ["values changed over", { organization: "credentials", table: "org_a" }],
    ["none", {}],
  ])("refuses another context: %s", async (_what, other) => {
    const { wrapped } = await keys().newDataKey(context);
    await expect(keys().unwrap(wrapped, other)).rejects.toThrow();
  });

  test("refuses a wrapped key with any byte changed or the last one missing", async () => {
    const { wrapped } = await keys().newDataKey(context);
    for (let index = 0; index < wrapped.length; index++) {
      const turned = Buffer.from(wrapped);
      turned.writeUInt8(turned.readUInt8(index) ^ 1, index);
      await expect(keys().unwrap(turned, context), `byte ${index}`).rejects.toThrow();
    }
    await expect(keys().unwrap(wrapped.subarray(0, -1), context)).rejects.toThrow();
  });

  test("refuses what another key has wrapped", async () => {
    const { wrapped } = await others().newDataKey(context);
    await expect(keys().unwrap(wrapped, context)).rejects.toThrow();
  });
});

const kms = () => createKmsKeys({ keyId, region, endpoint: server.endpoint });
const throttling = {
  kind: "answer",
  answer: refusal(400, "ThrottlingException", "slow down"),
} as const;
const away = { kind: "answer", answer: refusal(500, "KMSInternalException", "") } as const;

test("calls the key service in its own protocol, signed, for one key with one context", async () => {
  const { wrapped } = await kms().newDataKey(context);
  await kms().unwrap(wrapped, context);
  const seen = server.requests.map(({ method, path, headers, body }) => ({
    request: `${method} ${path}`,
    type: headers["content-type"],
    target: headers["x-amz-target"],
    body: JSON.parse(body) as unknown,
  }));
  const type = "application/x-amz-json-1.1";
  expect(seen).toEqual([
    {
      request: "POST /",
      type,
      target: "TrentService.GenerateDataKey",
      body: { KeyId: keyId, KeySpec: "AES_256", EncryptionContext: context },
    },
    {
      request: "POST /",
      type,
      target: "TrentService.Decrypt",
      body: {
        KeyId: keyId,
        CiphertextBlob: wrapped.toString("base64"),
        EncryptionContext: context,
      },
    },
  ]);
  expect(server.unsigned).toEqual([]);
});

test("sends the key service an organization's id and a purpose, and nothing else about what is sealed", async () => {
  const vault = createVault(kms(), systemClock);
  const kept = { table: "credentials", column: "sealed", row: "conn_1" };
  const place = { organizationId: "org_a", purpose: "credential", ...kept } as const;
  const sealed = await vault.sealAlone(place, Buffer.from("clave secreta"));
  const opened = await createVault(kms(), systemClock).open(place, sealed);
  expect(opened.toString()).toBe("clave secreta");
  const contexts = server.requests.map(
    ({ body }) => (JSON.parse(body) as { EncryptionContext: unknown }).EncryptionContext,
  );
  const named = { organization: "org_a", purpose: "credential" };
  expect(contexts).toEqual([named, named]);
  expect(JSON.stringify(server.requests)).not.toContain("secreta");
});

test.each([
  ["throttles", throttling],
  ["fails", away],
  ["loses an answer", { kind: "lost" } as const],
  ["does not answer", { kind: "silent" } as const],
  ["does not end an answer", { kind: "stalled" } as const],
])("a key service that %s is asked again", async (_what, mishap) => {
  server.mishaps.push(mishap, mishap);
  const { plain } = await kms().newDataKey(context);
  expect(plain.length).toBe(32);
  expect(server.requests).toHaveLength(3);
});

test.each([
  ["throttles", throttling],
  ["fails", away],
])(
  "a key service that %s for longer is service_unavailable, and may be retried later",
  async (_what, mishap) => {
    server.mishaps.push(mishap, mishap, mishap);
    await expect(kms().newDataKey(context)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(server.requests).toHaveLength(3);
    await kms().newDataKey(context);
  },
);

test.each([
  ["never answers", { kind: "silent" } as const],
  ["never ends an answer", { kind: "stalled" } as const],
])("a key service that %s is service_unavailable within seconds", async (_what, mishap) => {
  const { wrapped } = await kms().newDataKey(context);
  server.mishaps.push(...Array.from({ length: 6 }, () => mishap));
  const asked = performance.now();
  const unavailable = { status: "rejected", reason: { code: "service_unavailable" } };
  expect(
    await Promise.allSettled([kms().newDataKey(context), kms().unwrap(wrapped, context)]),
  ).toMatchObject([unavailable, unavailable]);
  expect(performance.now() - asked).toBeLessThan(7_000);
});

test("an unreachable key service is service_unavailable, a missing key is not", async () => {
  const gone = createKmsKeys({ keyId, region, endpoint: "http://127.0.0.1:9" });
  await expect(gone.newDataKey(context)).rejects.toMatchObject({ code: "service_unavailable" });
  const unknown = createKmsKeys({ keyId: "alias/none", region, endpoint: server.endpoint });
  await expect(unknown.newDataKey(context)).rejects.toMatchObject({ name: "NotFoundException" });
  expect(server.requests).toHaveLength(1);
});

test("a server with another secret refuses our signature", async () => {
  const stranger = { accessKeyId: "local", secretAccessKey: "another", region };
  const other = await startKmsServer(wrappingKeys(keyId), stranger);
  const keys = createKmsKeys({ keyId, region, endpoint: other.endpoint });
  await expect(keys.newDataKey(context)).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
  expect(other.unsigned).toEqual(["the signature does not match"]);
  await other.close();
});
