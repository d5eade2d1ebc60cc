import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { verifyReceipt, type ReceiptKey } from "./verify-receipt.ts";

// The test's own signer: the emission's tests verify what the service signs.
const pair = generateKeyPairSync("ed25519");
const published = {
  ...(pair.publicKey.export({ format: "jwk" }) as Omit<ReceiptKey, "kid">),
  kid: "k1",
  use: "sig",
  alg: "EdDSA",
};
const claims = {
  operacionId: "oper_01k2exampe0000000000000000",
  idempotencyKey: "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f",
  toolId: "tributario.dte.emitir",
  inputHash: "0f".repeat(32),
  documentHash: "1e".repeat(32),
  resultado: "emitido",
  tipoDte: 33,
  folio: 500_001,
  prueba: "respuesta",
  en: "2026-08-20T14:00:06.000Z",
};

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(
  header: object | null = { alg: "EdDSA", kid: "k1" },
  payload: unknown = claims,
): string {
  const text = `${encoded(header)}.${encoded(payload)}`;
  return `${text}.${sign(null, Buffer.from(text), pair.privateKey).toString("base64url")}`;
}

async function reasonOf(receipt: string, keys: readonly ReceiptKey[] = [published]) {
  return verifyReceipt(receipt, keys).then(
    () => "verified",
    (error: { name: string; reason?: string }) => error.reason ?? error.name,
  );
}

test("a receipt signed by a published key says what it attests", async () => {
  expect(await verifyReceipt(signed(), [{ ...published, kid: "other" }, published])).toEqual(
    claims,
  );
});

test("a receipt with any one character changed, removed or added is refused", async () => {
  const receipt = signed();
  for (let place = 0; place < receipt.length; place += 1) {
    const other = receipt[place] === "A" ? "B" : "A";
    const [before, after] = [receipt.slice(0, place), receipt.slice(place + 1)];
    for (const changed of [
      before + other + after,
      before + after,
      `${before}A${receipt.slice(place)}`,
    ]) {
      if (changed === receipt) continue;
      expect([changed, await reasonOf(changed)]).not.toEqual([changed, "verified"]);
    }
  }
});

test.each([
  ["another key of the same name", signed(), [{ ...published, x: otherKey() }], "bad_signature"],
  ["a key that is not published", signed({ alg: "EdDSA", kid: "k2" }), [published], "unknown_key"],
  ["no keys at all", signed(), [], "unknown_key"],
  ["no algorithm", signed({ alg: "none", kid: "k1" }), [published], "malformed"],
  ["a part too many", `${signed()}.x`, [published], "malformed"],
  ["a part too few", signed().slice(0, signed().lastIndexOf(".")), [published], "malformed"],
  ["nothing", "", [published], "malformed"],
  ["a header that is null", signed(null), [published], "malformed"],
  ["padding", `${signed()}==`, [published], "malformed"],
  [
    "what is not JSON",
    `bm8.${signed().slice(signed().indexOf(".") + 1)}`,
    [published],
    "malformed",
  ],
])("%s is refused", async (_name, receipt, keys, reason) => {
  expect(await reasonOf(receipt, keys)).toBe(reason);
});

test("an invalid key is no reason to trust a receipt", async () => {
  expect(await reasonOf(signed(), [{ ...published, x: "AAAA" }])).not.toBe("verified");
});

function otherKey(): string {
  return String(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x);
}
