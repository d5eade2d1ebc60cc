import { expect, test } from "vitest";
import { dottedRut, readRut, rutOf } from "./rut.ts";

test.each(["60910000-1", "76555835-2", "76177907-9", "76369187-K", "77879240-0", "1-9"])(
  "%s has the right check digit",
  (rut) => expect(rutOf(Number(rut.split("-")[0]))).toBe(rut),
);

test("a login form accepts a RUT in any usual format", () => {
  expect(readRut("12.345.678-5")).toBe("12345678-5");
  expect(readRut("76369187k")).toBe("76369187-K");
  expect(readRut("0012345678-5")).toBe("12345678-5");
  expect(readRut("12345678-9")).toBeUndefined();
  expect(readRut("")).toBeUndefined();
});

test("a page prints a RUT with dots", () => {
  expect(dottedRut("76555835-2")).toBe("76.555.835-2");
  expect(dottedRut("1-9")).toBe("1-9");
});
