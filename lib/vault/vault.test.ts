import * as fc from "fast-check";
import { expect, test } from "vitest";
import { masterKeys } from "#infra/server/master-keys.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { createVault, type SealedPlace } from "./index.ts";

const clock: Clock = { now: () => new Date(0) };
const keys = masterKeys(Buffer.alloc(32, 1));
const vault = createVault(keys, clock);
const kept = { table: "t", column: "c", row: "r" };
const place: SealedPlace = { organizationId: "org_a", purpose: "answer", ...kept };
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

const open = (sealed: Buffer, at = place, by = vault): Promise<Buffer | null> =>
  by.open(at, sealed).catch(() => null);

test("a sealed value opens in its place, even in another process", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (plain) => {
      const another = createVault(keys, clock);
      const [shared, alone] = [await vault.seal(place, plain), await vault.sealAlone(place, plain)];
      expect(await vault.open(place, shared)).toEqual(plain);
      expect(await another.open(place, shared)).toEqual(plain);
      expect(await another.open(place, alone)).toEqual(plain);
    }),
  );
});

test.each([
  ["another organization", { organizationId: "org_b" }],
  ["another purpose", { purpose: "credential" as const }],
  ["another table", { table: "u" }],
  ["another column", { column: "d" }],
  ["another row", { row: "s" }],
])("moved to %s it does not open", async (_name, moved) => {
  const plain = Buffer.from("secreto");
  for (const sealed of [await vault.seal(place, plain), await vault.sealAlone(place, plain)]) {
    expect(await open(sealed, { ...place, ...moved })).toBeNull();
    expect(await open(sealed, { ...place, ...moved }, createVault(keys, clock))).toBeNull();
    expect(await open(sealed)).toEqual(plain);
  }
});

test("with any bit flipped it does not open", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), fc.nat(7), async (plain, where, bit) => {
      const sealed = await vault.seal(place, plain);
      const index = where % sealed.length;
      sealed.writeUInt8(sealed.readUInt8(index) ^ (1 << bit), index);
      expect(await open(sealed)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test("truncated to any length, or lengthened, it does not open", async () => {
  for (const plain of [Buffer.alloc(0), Buffer.from("secreto")]) {
    const sealed = await vault.seal(place, plain);
    for (let length = 0; length < sealed.length; length++) {
      expect(await open(sealed.subarray(0, length)), `${length} bytes`).toBeNull();
    }
    expect(await open(Buffer.concat([sealed, Buffer.of(0)]))).toBeNull();
  }
});

test("under another master key it does not open", async () => {
  const sealed = await vault.seal(place, Buffer.from("secreto"));
  expect(await open(sealed, place, createVault(masterKeys(Buffer.alloc(32, 2)), clock))).toBeNull();
});

test("the same text sealed twice looks different, and contains nothing of the text", async () => {
  const plain = Buffer.from("un secreto largo y marcado");
  const [one, two] = [await vault.seal(place, plain), await vault.seal(place, plain)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes("marcado")).toBe(false);
});

test("a key serves one purpose of an organization for five minutes, and no credential shares one", async () => {
  let now = 0;
  let made = 0;
  const counted: Keys = {
    ...keys,
    newDataKey: (context) => {
      made += 1;
      return keys.newDataKey(context);
    },
  };
  const fresh = createVault(counted, { now: () => new Date(now) });
  const seal = () => fresh.seal(place, Buffer.from("x"));
  await seal();
  now = 299_999;
  await seal();
  expect(made).toBe(1);
  now = 300_000;
  await seal();
  expect(made).toBe(2);
  await fresh.seal({ ...place, organizationId: "org_b" }, Buffer.from("x"));
  expect(made).toBe(3);
  await fresh.seal({ ...place, purpose: "evidence" }, Buffer.from("x"));
  expect(made).toBe(4);
  await fresh.sealAlone(place, Buffer.from("x"));
  await fresh.sealAlone(place, Buffer.from("x"));
  expect(made).toBe(6);
});

test("an unwrapped key is kept for five minutes, and then requested again", async () => {
  let now = 0;
  let asked = 0;
  const counted: Keys = {
    ...keys,
    unwrap: (wrapped, context) => {
      asked += 1;
      return keys.unwrap(wrapped, context);
    },
  };
  const reader = createVault(counted, { now: () => new Date(now) });
  const sealed = await vault.sealAlone(place, Buffer.from("x"));
  await reader.open(place, sealed);
  now = 299_999;
  await reader.open(place, sealed);
  expect(asked).toBe(1);
  now = 300_000;
  await reader.open(place, sealed);
  expect(asked).toBe(2);
});
