import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCursors } from "./cursor.ts";
import { AppError } from "./errors/index.ts";
import { ServiceSecret } from "./secrets.ts";

const cursors = createCursors(
  new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(32, 7).toString("base64") }),
);
const text = fc.string({ unit: "grapheme" });
const place = fc.tuple(text, text);
const list = fc.tuple(text, text, fc.dictionary(text, fc.oneof(text, fc.integer())));

function refused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === "validation_error";
  }
}

test("returns the position it was made from", () => {
  fc.assert(
    fc.property(list, place, (of, at) => {
      expect(cursors.read(of, cursors.make(of, at))).toEqual(at);
    }),
  );
});

test("needs no escapes in a JSON body or in an address", () => {
  fc.assert(fc.property(list, place, (of, at) => /^[\w-]+$/.test(cursors.make(of, at))));
});

test("does not depend on the order of the filters", () => {
  const made = cursors.make(["x", { a: 1, b: 2 }], ["p", "q"]);
  expect(cursors.read(["x", { b: 2, a: 1 }], made)).toEqual(["p", "q"]);
});

test("is refused for every other list", () => {
  fc.assert(
    fc.property(list, list, place, (of, other, at) => {
      fc.pre(JSON.stringify(of) !== JSON.stringify(other));
      return refused(() => cursors.read(other, cursors.make(of, at)));
    }),
  );
});

test("is refused when any of its bits was flipped", () => {
  fc.assert(
    fc.property(list, place, fc.nat(), fc.nat(7), (of, at, where, bit) => {
      const bytes = Buffer.from(cursors.make(of, at), "base64url");
      const index = where % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
      return refused(() => cursors.read(of, bytes.toString("base64url")));
    }),
  );
});

test("is refused cut, lengthened, padded or in the other base64", () => {
  fc.assert(
    fc.property(list, place, fc.nat(), (of, at, keep) => {
      const cursor = cursors.make(of, at);
      const others = [
        cursor.slice(0, keep % cursor.length),
        `${cursor}A`,
        `${cursor}=`,
        ` ${cursor}`,
      ];
      return others.every((other) => refused(() => cursors.read(of, other)));
    }),
  );
});

test("refuses anything else, never with another kind of exception", () => {
  fc.assert(fc.property(list, text, (of, other) => refused(() => cursors.read(of, other))));
});

test("of another service's secret is refused", () => {
  const others = createCursors(
    new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(32, 8).toString("base64") }),
  );
  expect(refused(() => cursors.read("x", others.make("x", ["p"])))).toBe(true);
});

test("of an older secret is still read, but not of a removed one", () => {
  const [older, newer] = [8, 9].map((fill) => Buffer.alloc(32, fill).toString("base64")) as [
    string,
    string,
  ];
  const under = (...list: string[]) => createCursors(new ServiceSecret({ CURSOR_SECRETS: list }));
  const cursor = under(older).make("x", ["p"]);
  expect(under(newer, older).read("x", cursor)).toEqual(["p"]);
  expect(under(older).read("x", under(older, newer).make("x", ["p"]))).toEqual(["p"]);
  expect(refused(() => under(newer).read("x", cursor))).toBe(true);
});

test("a secret has at least 32 bytes", () => {
  const short = new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(31).toString("base64") });
  expect(() => short.hash("cursor", "x")).toThrow(RangeError);
});
