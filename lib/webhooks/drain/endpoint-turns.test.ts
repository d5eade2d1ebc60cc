import { describe, expect, test } from "vitest";
import { EndpointTurns } from "./endpoint-turns.ts";

const ids = (count: number) => Array.from({ length: count }, (_, n) => `whk_${n}`);
const asked = (turns: EndpointTurns, capacity: number) =>
  turns.take(capacity).map(({ endpointId, slots }) => [endpointId, slots]);

describe("a turn", () => {
  test("goes to as many endpoints as there are slots, one delivery each", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(10));
    expect(asked(turns, 3)).toEqual([
      ["whk_0", 1],
      ["whk_1", 1],
      ["whk_2", 1],
    ]);
    expect(asked(turns, 2)).toEqual([
      ["whk_3", 1],
      ["whk_4", 1],
    ]);
  });

  test("divides the slots evenly among few endpoints, the first get the rest, and none gets more than its limit", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(2));
    expect(asked(turns, 7)).toEqual([
      ["whk_0", 4],
      ["whk_1", 3],
    ]);
    turns.add(ids(2));
    expect(asked(turns, 100)).toEqual([
      ["whk_0", 4],
      ["whk_1", 4],
    ]);
  });

  test("returns, after everybody else's, to an endpoint that got everything it was asked for", () => {
    const turns = new EndpointTurns(1);
    turns.add(ids(3));
    const first = turns.take(2);
    turns.putBack(
      first,
      new Map([
        ["whk_0", 1],
        ["whk_1", 0],
      ]),
    );
    expect(asked(turns, 9)).toEqual([
      ["whk_2", 1],
      ["whk_0", 1],
    ]);
    expect(turns.isEmpty).toBe(true);
  });

  test("is never requested twice by one endpoint", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(2));
    turns.add(ids(3));
    expect(asked(turns, 3).map(([id]) => id)).toEqual(ids(3));
  });

  test("goes to nobody when no slot is free", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(2));
    expect(turns.take(0)).toEqual([]);
    expect(turns.isEmpty).toBe(false);
  });
});

describe("an endpoint", () => {
  test("at its limit waits, and the others go on", () => {
    const turns = new EndpointTurns(2);
    for (const _ of [1, 2]) turns.claimed("whk_0");
    turns.add(ids(2));
    expect(asked(turns, 8)).toEqual([["whk_1", 2]]);
    expect(turns.canTake).toBe(false);
    turns.ended("whk_0", true);
    turns.ended("whk_0", true);
    expect(turns.canTake).toBe(true);
    expect(asked(turns, 8)).toEqual([["whk_0", 1]]);
  });

  test("that hangs has one attempt at a time, until it answers", () => {
    const turns = new EndpointTurns(4);
    for (const _ of [1, 2]) turns.claimed("whk_0");
    turns.ended("whk_0", true);
    turns.add(ids(1));
    expect(turns.canTake).toBe(false);
    turns.ended("whk_0", true);
    expect(asked(turns, 8)).toEqual([["whk_0", 1]]);
    turns.claimed("whk_0");
    turns.ended("whk_0", false);
    turns.add(ids(1));
    expect(asked(turns, 8)).toEqual([["whk_0", 8]]);
  });

  test("that answers may have as many waiting as in progress, until one of them waited in vain", () => {
    const turns = new EndpointTurns(4);
    for (const _ of [1, 2, 3, 4]) turns.claimed("whk_0");
    turns.add(ids(1));
    expect(turns.canTake).toBe(false);
    turns.ended("whk_0", false);
    expect(asked(turns, 100)).toEqual([["whk_0", 5]]);
    turns.add(ids(1));
    turns.released("whk_0");
    expect(asked(turns, 100)).toEqual([["whk_0", 2]]);
  });
});
