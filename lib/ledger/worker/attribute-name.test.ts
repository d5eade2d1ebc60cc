import { describe, expect, test } from "vitest";
import { attributeName, type Seeker } from "./attribute-name.ts";

const names = (numbers: number[]): string[] => numbers.map(String);
const nameOf = (number: number | null): string | null => (number === null ? null : String(number));
const seeker = (known: number[] = [], answered: number | null = null): Seeker => ({
  known: new Set(names(known)),
  answered: nameOf(answered),
});
/** Nobody knows what was listed before its own sending. */
const unread = (answered: number | null = null): Seeker => ({
  known: null,
  answered: nameOf(answered),
});
/** Folios, as names. */
const attributed = (own: Seeker, rivals: Seeker[], listed: number[]): number | null => {
  const name = attributeName(own, rivals, names(listed));
  return name === null ? null : Number(name);
};

describe("alone", () => {
  test.each([
    ["the one new document that is alike is its own", [], null, [7], 7],
    ["what was listed before the sending is not", [7], null, [7], null],
    ["of two new ones neither is", [], null, [7, 8], null],
    ["of two new ones it is the one that the answer named", [], 8, [7, 8], 8],
    ["an answer is no proof while the list does not show it", [], 8, [], null],
    ["one that is alike under another folio contradicts the answer", [], 8, [7], null],
    ["a folio that was listed before contradicts the answer", [8], 8, [7, 8], null],
  ])("%s", (_, known, answered, listed, expected) => {
    expect(attributed(seeker(known, answered), [], listed)).toBe(expected);
  });

  test("where nobody knows what was listed before, the answer alone tells which it is", () => {
    expect(attributed(unread(), [], [7])).toBeNull();
    expect(attributed(unread(7), [], [7, 8])).toBe(7);
  });
});

describe("among others that are alike", () => {
  test("a document that each of them could have is nobody's", () => {
    expect(attributed(seeker(), [seeker()], [7])).toBeNull();
    expect(attributed(seeker(), [seeker()], [7, 8])).toBeNull();
  });

  test("a document that the other one saw before its own sending cannot be the other's", () => {
    expect(attributed(seeker(), [seeker([7])], [7])).toBe(7);
  });

  test("a listed document that another one's answer names is the other's", () => {
    expect(attributed(seeker(), [seeker([], 7)], [7, 8])).toBe(8);
    expect(attributed(seeker(), [seeker([], 7)], [7])).toBeNull();
  });

  test("another one whose answer is contradicted may have any of them", () => {
    expect(attributed(seeker(), [seeker([], 9)], [7])).toBeNull();
    expect(attributed(seeker(), [seeker([7], 9)], [7, 8])).toBeNull();
  });

  test("a folio that two answers name is nobody's", () => {
    expect(attributed(seeker([], 7), [seeker([], 7)], [7])).toBeNull();
  });

  test("each has its own when all are listed and there is only one way", () => {
    const first = seeker();
    const second = seeker([7]);
    const third = seeker([7, 8]);
    expect(attributed(first, [second, third], [7, 8, 9])).toBe(7);
    expect(attributed(second, [first, third], [7, 8, 9])).toBe(8);
    expect(attributed(third, [first, second], [7, 8, 9])).toBe(9);
  });

  test("one document more or one less leaves all of them open", () => {
    const first = seeker();
    const second = seeker([7]);
    for (const listed of [[7, 8, 9], [8]]) {
      expect(attributed(first, [second], listed)).toBeNull();
      expect(attributed(second, [first], listed)).toBeNull();
    }
  });

  test("another one may have any of them while nobody knows what was listed before it", () => {
    expect(attributed(seeker(), [unread()], [7])).toBeNull();
    expect(attributed(seeker([8]), [unread()], [7, 8])).toBeNull();
    expect(attributed(seeker(), [unread(7)], [7, 8])).toBe(8);
  });
});
