import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientLabel, operationLabel, traceLabel } from "./labels.ts";

const anyText = fc.string({ unit: "binary", maxLength: 400 });
const control = /\p{Cc}/u;

describe("a trace label", () => {
  test("is text that can be stored, of at most 200 characters, without controls or outer spaces", () => {
    fc.assert(
      fc.property(anyText, (header) => {
        const label = traceLabel(header);
        if (label === null) return;
        expect(label.isWellFormed()).toBe(true);
        expect(label).not.toMatch(control);
        expect(label.length).toBeLessThanOrEqual(200);
        expect(label).toBe(label.trim());
        expect(label).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });

  test("is stored as it came when nothing is wrong with it", () => {
    expect(traceLabel("pedido 7/ñ 😀")).toBe("pedido 7/ñ 😀");
  });

  test("loses its control characters and everything beyond 200", () => {
    expect(traceLabel("a\r\nb\t\u0000\u009fc")).toBe("abc");
    expect(traceLabel("x".repeat(300))).toBe("x".repeat(200));
  });

  test("is never cut within a character", () => {
    expect(traceLabel(`${"x".repeat(199)}😀`)).toBe("x".repeat(199));
    expect(traceLabel(`${"x".repeat(198)}😀y`)).toBe(`${"x".repeat(198)}😀`);
  });

  test.each([undefined, "", "   ", "\n\t\0"])("of %j is none", (header) => {
    expect(traceLabel(header)).toBeNull();
  });
});

describe("a client label", () => {
  test.each(["sdk/0.2.0", "@connect/client/1.0.0-beta.1", "mi-app/3 sdk/0.2.0", "a_b.c/1+build"])(
    "%s is accepted",
    (header) => expect(clientLabel(header)).toBe(header),
  );

  test.each([
    undefined,
    "",
    "sdk",
    "sdk/",
    "/1",
    "a/1 b/2 c/3",
    "a/1  b/2",
    "sdk/1\n",
    "<b>/1",
    "ñ/1",
    `${"x".repeat(81)}/1`,
    `a/${"1".repeat(250)}`,
  ])("%j is ignored", (header) => expect(clientLabel(header)).toBeNull());

  test("is parsed in no time, whatever it is", () => {
    const hostile = `${"a/".repeat(99)} `;
    fc.assert(
      fc.property(anyText, (header) => clientLabel(header) === null || header.length <= 200),
    );
    expect(clientLabel(hostile)).toBeNull();
  });
});

test("an operation name that a caller made up can be stored, with at most 100 characters", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const label = operationLabel(text);
      return label.isWellFormed() && !control.test(label) && label.length <= 100;
    }),
    { numRuns: 500 },
  );
  expect(operationLabel(`${"x".repeat(99)}😀`)).toBe("x".repeat(99));
});
