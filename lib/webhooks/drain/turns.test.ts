import { describe, expect, test } from "vitest";
import { EndpointRota } from "./turns.ts";

const ids = (count: number) => Array.from({ length: count }, (_, n) => `whk_${n}`);
const asked = (rota: EndpointRota, capacity: number) =>
  rota.take(capacity).map(({ endpointId, room }) => [endpointId, room]);

describe("a turn", () => {
  test("goes to as many endpoints as there are slots, one delivery each", () => {
    const rota = new EndpointRota(4);
    rota.add(ids(10));
    expect(asked(rota, 3)).toEqual([
      ["whk_0", 1],
      ["whk_1", 1],
      ["whk_2", 1],
    ]);
    expect(asked(rota, 2)).toEqual([
      ["whk_3", 1],
      ["whk_4", 1],
    ]);
  });

  test("gives few endpoints equal parts, the first ones what is over, and none more than its own limit", () => {
    const rota = new EndpointRota(4);
    rota.add(ids(2));
    expect(asked(rota, 7)).toEqual([
      ["whk_0", 4],
      ["whk_1", 3],
    ]);
    rota.add(ids(2));
    expect(asked(rota, 100)).toEqual([
      ["whk_0", 4],
      ["whk_1", 4],
    ]);
  });

  test("comes again, after everybody else's, to who gave all that was asked for", () => {
    const rota = new EndpointRota(1);
    rota.add(ids(3));
    const first = rota.take(2);
    rota.putBack(
      first,
      new Map([
        ["whk_0", 1],
        ["whk_1", 0],
      ]),
    );
    expect(asked(rota, 9)).toEqual([
      ["whk_2", 1],
      ["whk_0", 1],
    ]);
    expect(rota.isEmpty).toBe(true);
  });

  test("is never asked for twice by one endpoint", () => {
    const rota = new EndpointRota(4);
    rota.add(ids(2));
    rota.add(ids(3));
    expect(asked(rota, 3).map(([id]) => id)).toEqual(ids(3));
  });

  test("with no slot free goes to nobody", () => {
    const rota = new EndpointRota(4);
    rota.add(ids(2));
    expect(rota.take(0)).toEqual([]);
    expect(rota.isEmpty).toBe(false);
  });
});

describe("an endpoint", () => {
  test("with its limit under way waits, and the others go on", () => {
    const rota = new EndpointRota(2);
    for (const _ of [1, 2]) rota.began("whk_0");
    rota.add(ids(2));
    expect(asked(rota, 8)).toEqual([["whk_1", 2]]);
    expect(rota.hasRoom).toBe(false);
    rota.ended("whk_0", false);
    expect(rota.hasRoom).toBe(true);
    expect(asked(rota, 8)).toEqual([["whk_0", 1]]);
  });

  test("that hangs has one at a time, until it answers", () => {
    const rota = new EndpointRota(4);
    for (const _ of [1, 2]) rota.began("whk_0");
    rota.ended("whk_0", true);
    rota.add(ids(1));
    expect(rota.hasRoom).toBe(false);
    rota.ended("whk_0", true);
    expect(asked(rota, 8)).toEqual([["whk_0", 1]]);
    rota.began("whk_0");
    rota.ended("whk_0", false);
    rota.add(ids(1));
    expect(asked(rota, 8)).toEqual([["whk_0", 4]]);
  });
});
