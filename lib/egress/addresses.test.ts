import { BlockList, isIP } from "node:net";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { parseAddress } from "./parse-address.ts";

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });

/**
 * Writes an IPv6 address in one of its many forms; `from` and `to` bound a run of zeros to omit.
 */
function addressText(parts: number[], from: number, to: number, upper: boolean, dotted: boolean) {
  const hex = parts.map((part) => part.toString(16));
  const tail = [
    (parts[6] ?? 0) >> 8,
    (parts[6] ?? 0) & 255,
    (parts[7] ?? 0) >> 8,
    (parts[7] ?? 0) & 255,
  ];
  const ends = dotted && (to <= 6 || from >= to);
  const all = ends ? [...hex.slice(0, 6), tail.join(".")] : hex;
  const run = parts.slice(from, to);
  const cut = run.length > 0 && run.every((part) => part === 0);
  const text = cut ? `${all.slice(0, from).join(":")}::${all.slice(to).join(":")}` : all.join(":");
  return upper ? text.toUpperCase() : text;
}

describe("reading an address", () => {
  test("reads every IPv4 address", () => {
    fc.assert(
      fc.property(octets, ([a, b, c, d]) => {
        const value = BigInt(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d);
        expect(parseAddress([a, b, c, d].join("."))).toEqual({ family: 4, value, bits: 32 });
      }),
    );
  });

  test("reads an IPv6 address in each of its spellings", () => {
    fc.assert(
      fc.property(
        groups,
        fc.nat(8),
        fc.nat(8),
        fc.boolean(),
        fc.boolean(),
        (parts, i, j, upper, dotted) => {
          const text = addressText(parts, Math.min(i, j), Math.max(i, j), upper, dotted);
          const value = BigInt(
            `0x${parts.map((part) => part.toString(16).padStart(4, "0")).join("")}`,
          );
          expect(parseAddress(text), text).toEqual({ family: 6, value, bits: 128 });
        },
      ),
      { numRuns: 500 },
    );
  });

  test("accepts exactly what the platform accepts, except zone ids", () => {
    const pieces = fc.constantFrom(
      "0",
      "1",
      "a",
      "F",
      "00",
      "255",
      "256",
      "01",
      "12345",
      "ffff",
      ":",
      "::",
      ".",
      "1.2.3.4",
      "g",
      "-",
      " ",
      "0x1",
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
        const text = parts.join("");
        read += Number(isIP(text) !== 0);
        expect(parseAddress(text)?.family ?? 0, text).toBe(isIP(text));
      }),
      { numRuns: 20_000, seed: 7 },
    );
    expect(read).toBeGreaterThan(10);
  });

  test.each([
    "fe80::1%eth0",
    "2600::1%25lo",
    "2600::1%",
    "[2600::1]",
    "2600::1/64",
    "1.1.1.1/32",
    "",
  ])("refuses %j", (text) => expect(parseAddress(text)).toBeNull());
});

// The same list again, matched by the platform's own BlockList.
const closed = new BlockList();
for (const [start, length] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["168.63.129.16", 32],
] as const) {
  closed.addSubnet(start, length, "ipv4");
}

describe("a public address", () => {
  test("IPv4 agrees with the platform's list, including at every edge", () => {
    const edges = [
      0x0a000000, 0x64400000, 0xa9fe0000, 0xac100000, 0xc0a80000, 0xc6120000, 0xe0000000,
    ];
    const near = fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 ** 20 + 2 }));
    const any = fc.oneof(
      fc.nat(0xffffffff),
      near.map(([edge, offset]) => edge + offset),
    );
    fc.assert(
      fc.property(any, (number) => {
        const text = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
        expect(isPublicAddress(text), text).toBe(!closed.check(text, "ipv4"));
      }),
      { numRuns: 5_000 },
    );
  });

  test("IPv6 outside 2000::/3 never is", () => {
    fc.assert(
      fc.property(groups, (parts) => {
        fc.pre((parts[0] ?? 0) >> 13 !== 1);
        expect(isPublicAddress(parts.map((part) => part.toString(16)).join(":"))).toBe(false);
      }),
    );
  });

  test.each([
    ["2000::1", true],
    ["2000:ffff::1", true],
    ["2001::1", false],
    ["2001:1ff:ffff::1", false],
    ["2001:200::1", true],
    ["2001:db7:ffff::1", true],
    ["2001:db8::1", false],
    ["2001:db8:ffff:ffff::1", false],
    ["2001:db9::1", true],
    ["2002:ffff::1", false],
    ["2003::1", true],
    ["2620:4f:7fff::1", true],
    ["2620:4f:8000:ffff::1", false],
    ["2620:4f:8001::1", true],
    ["3ffd::1", true],
    ["3ffe:ffff::1", false],
    ["3fff:fff:ffff::1", false],
    ["3fff:1000::1", true],
    ["4000::1", false],
    ["1fff::1", false],
    ["::ffff:8.8.8.8", false],
    ["::8.8.8.8", false],
    ["64:ff9b::8.8.8.8", false],
    ["2600::5efe:8.8.8.8", false],
    ["2600::200:5efe:808:808", false],
    ["2600::100:5efe:808:808", false],
    ["2600::1:5efe:808:808", true],
    ["2600::1%eth0", false],
    ["not an address", false],
    ["", false],
  ])("%s: %s", (text, expected) => expect(isPublicAddress(text)).toBe(expected));
});
