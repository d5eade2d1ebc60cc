import { randomBytes } from "node:crypto";
import { compactVerify, createLocalJWKSet } from "jose";
import { describe, expect, test } from "vitest";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { readReceipt } from "./read-receipt.ts";
import { publishedKeys, signReceipt } from "./receipts.ts";

const newSecret = () =>
  new ServiceSecret({ RECEIPT_KEYS: [randomBytes(32).toString("base64")] }, ["RECEIPT_KEYS"]);
const secret = newSecret();
const keys = publishedKeys(secret, []);
const claims = {
  operacionId: "oper_1",
  idempotencyKey: "k",
  toolId: "tributario.dte.emitir",
  inputHash: "i",
  documentHash: "d",
  resultado: "emitido",
  tipoDte: 33,
  folio: 1201,
  referencia: "1201",
  prueba: "respuesta",
  en: "2026-11-20T12:00:00.000Z",
} as const;
const receipt = signReceipt(secret, claims);

test("a receipt with a published key says what was signed, and by which key", () => {
  expect(readReceipt(receipt, keys)).toEqual({ kind: "signed", kid: keys[0]?.kid, claims });
  const [half] = keys;
  const elsewhere = publishedKeys(new ServiceSecret({}), [half?.x ?? ""]);
  expect(readReceipt(receipt, elsewhere)).toMatchObject({ kind: "signed" });
});

test("one with an unpublished key is neither good nor bad", () => {
  const others = publishedKeys(newSecret(), []);
  expect(readReceipt(receipt, others)).toMatchObject({ kind: "unknown_key", claims });
});

test("one with any character changed is not signed", () => {
  let tried = 0;
  const places = Array.from({ length: receipt.length / 7 }, (_, n) => 7 * n);
  for (const at of [...places, receipt.length - 1]) {
    const other = receipt[at] === "A" ? "B" : "A";
    const changed = receipt.slice(0, at) + other + receipt.slice(at + 1);
    const { kind } = readReceipt(changed, keys);
    expect(["not_signed", "unknown_key"], `at ${at}`).toContain(kind);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(50);
  for (const text of ["", "a.b.c", `${receipt}.x`, receipt.slice(0, -20)]) {
    expect(readReceipt(text, keys)).toEqual({ kind: "not_signed" });
  }
});

describe("another's verifier", () => {
  const verify = (text: string, published = keys) =>
    compactVerify(text, createLocalJWKSet({ keys: published }), { algorithms: ["EdDSA"] });
  const [head = "", payload = "", signature = ""] = receipt.split(".");
  const encoded = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString("base64url");

  test("takes the published keys and reads the same", async () => {
    const { payload: bytes, protectedHeader } = await verify(receipt);
    expect(JSON.parse(Buffer.from(bytes).toString("utf8"))).toEqual(claims);
    const kid = keys[0]?.kid;
    expect(protectedHeader).toEqual({ alg: "EdDSA", kid, typ: "connect-receipt+jws" });
  });

  const bare = encoded({ alg: "none", kid: keys[0]?.kid });
  const symmetric = encoded({ alg: "HS256", kid: keys[0]?.kid });
  test.each([
    ["a changed payload", `${head}.${encoded({ ...claims, folio: 1202 })}.${signature}`],
    ["a changed signature", `${head}.${payload}.${"A".repeat(86)}`],
    ["no signature and no algorithm", `${bare}.${payload}.`],
    ["no algorithm, with the signature", `${bare}.${payload}.${signature}`],
    ["an algorithm that takes the key for a secret", `${symmetric}.${payload}.${signature}`],
  ])("refuses %s, as ours does", async (_what, text) => {
    await expect(verify(text)).rejects.toThrow();
    expect(readReceipt(text, keys)).toEqual({ kind: "not_signed" });
  });

  test("refuses another service's key, even under the same name", async () => {
    await expect(verify(receipt, publishedKeys(newSecret(), []))).rejects.toThrow("no applicable");
    const [other] = publishedKeys(newSecret(), []);
    const named = keys.map((key) => ({ ...key, x: other?.x ?? "" }));
    await expect(verify(receipt, named)).rejects.toThrow("verification failed");
    expect(readReceipt(receipt, named)).toEqual({ kind: "not_signed" });
  });
});
