import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

const kept = { v4: 24, v6: 48 };

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0000:0000:0000:0000:0000/48"],
  ["fe80::1%eth0", "fe80:0000:0000:0000:0000:0000:0000:0000/48"],
  ["no address", null],
  ["", null],
])("the network of %s is %s", (text, network) => {
  expect(networkOf(text, kept)).toBe(network);
});

test("an address can be kept whole", () => {
  expect(networkOf("203.0.113.77", { v4: 32, v6: 64 })).toBe("203.0.113.77/32");
});
