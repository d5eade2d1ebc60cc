import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isApiKeyText, newApiKeyText } from "./api-key-text.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const someKey = fc.constant(null).map(newApiKeyText);

test("a new key has its form and its checksum", () => {
  const keys = Array.from({ length: 1_000 }, newApiKeyText);
  for (const key of keys) {
    expect(key).toMatch(/^connect_sk_[0-9A-Za-z]{49}$/);
    expect(isApiKeyText(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(1_000);
});

test("a key with one letter changed is invalid", () => {
  fc.assert(
    fc.property(someKey, fc.nat(48), fc.nat(60), (key, at, step) => {
      const index = "connect_sk_".length + at;
      const letter = alphabet.charAt((alphabet.indexOf(key.charAt(index)) + 1 + step) % 62);
      return !isApiKeyText(key.slice(0, index) + letter + key.slice(index + 1));
    }),
    { numRuns: 2_000 },
  );
});

test("a key with two neighbours swapped is invalid", () => {
  fc.assert(
    fc.property(someKey, fc.nat(47), (key, at) => {
      const index = "connect_sk_".length + at;
      const [one, two] = [key.charAt(index), key.charAt(index + 1)];
      fc.pre(one !== two);
      return !isApiKeyText(key.slice(0, index) + two + one + key.slice(index + 2));
    }),
    { numRuns: 2_000 },
  );
});

test("any other text is invalid", () => {
  fc.assert(fc.property(fc.string(), (text) => !isApiKeyText(text)));
  const key = newApiKeyText();
  for (const text of [`${key}\n`, ` ${key}`, `${key}0`, key.slice(0, -1), key.toLowerCase(), ""]) {
    expect(isApiKeyText(text)).toBe(false);
  }
});
