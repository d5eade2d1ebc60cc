import { describe, expect, test } from "vitest";
import type { ClaimedDelivery } from "./claim.ts";
import { BusyLook, ClaimPace, EndpointRota, HeldDeliveries } from "./turns.ts";

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

test("one look at a time is made beside the work, and who looks at once waits for it", async () => {
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const look = new BusyLook(async () => {
    steps.push("begun");
    if (steps.length === 1) await first.promise;
    steps.push("ended");
  });
  look.beside();
  look.beside();
  expect(steps).toEqual(["begun"]);
  const second = look.atOnce();
  first.resolve();
  await second;
  expect(steps).toEqual(["begun", "ended", "begun", "ended"]);
});

test("a look beside the work that failed is told to who looks next", async () => {
  const look = new BusyLook(() => Promise.reject(new Error("away")));
  look.beside();
  await look.close();
  expect(() => look.beside()).toThrow("away");
  await expect(look.atOnce()).rejects.toThrow("away");
});

function ended(pace: ClaimPace, count: number): void {
  for (let n = 0; n < count; n++) pace.ended();
}

test("nothing is held before anything has ended, nor while receivers hang", () => {
  const pace = new ClaimPace();
  expect(pace.next(0)).toBe(0);
  ended(pace, 100);
  expect(pace.next(0)).toBe(320);
  expect(pace.next(0)).toBe(0);
});

test("a claim brings no more than four times what has ended since the last one", () => {
  const pace = new ClaimPace();
  ended(pace, 5);
  expect(pace.next(10)).toBe(20);
});

test("what is held and what is claimed are no more than the most", () => {
  const pace = new ClaimPace();
  ended(pace, 1_000);
  expect(pace.next(200)).toBe(120);
  ended(pace, 1_000);
  expect(pace.next(400)).toBe(0);
});

test("a claim is due when many have ended and the held ones run low", () => {
  const pace = new ClaimPace();
  ended(pace, 63);
  expect(pace.isDue(0)).toBe(false);
  ended(pace, 1);
  expect([pace.isDue(240), pace.isDue(241)]).toEqual([true, false]);
});

test("fewer are held when some waited in vain, and more again each time that none is left", () => {
  const pace = new ClaimPace();
  pace.tooMany();
  const next = (held: number) => {
    ended(pace, 1_000);
    return pace.next(held);
  };
  expect([next(1), next(0), next(0), next(0), next(0), next(0)]).toEqual([
    31, 64, 128, 256, 320, 320,
  ]);
});

const delivery = (endpointId: string, id: string): ClaimedDelivery => ({
  organizationId: "org_a",
  endpointId,
  id,
  token: 1,
  attempts: 1,
  spent: false,
  dueAt: "2026-11-21 12:00:00+00",
  url: "https://hooks.example.com/",
  secret: Buffer.alloc(0),
  previousSecret: null,
  previousUntil: null,
  eventId: "whev_1",
  body: "{}",
});

const at = (ms: number) => new Date(Date.UTC(2026, 10, 21) + ms);

test("an endpoint with nothing under way goes before the next one of a busy endpoint", () => {
  const held = new HeldDeliveries();
  held.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect(held.take(at(0))?.id).toBe("1");
  expect(held.take(at(0))?.id).toBe("3");
  expect(held.take(at(0))?.id).toBe("2");
  expect(held.take(at(0))).toBeNull();
});

test("an endpoint whose attempt has ended keeps its place in the row", () => {
  const held = new HeldDeliveries();
  held.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect(held.take(at(0))?.id).toBe("1");
  held.ended("a");
  expect(held.take(at(0))?.id).toBe("2");
});

test("what waited for longer than three seconds is not begun, and is handed out to be given back", () => {
  const held = new HeldDeliveries();
  held.add([delivery("a", "1")], at(0));
  held.add([delivery("b", "2")], at(500));
  expect(held.takeStale(at(3_000))).toEqual([]);
  expect(held.take(at(3_001))).toBeNull();
  expect(held.takeStale(at(3_001)).map(({ id }) => id)).toEqual(["1"]);
  expect(held.take(at(3_001))?.id).toBe("2");
  expect(held.size).toBe(0);
});

test("a clock that was put back mixes nothing up", () => {
  const held = new HeldDeliveries();
  held.add([delivery("a", "1")], at(1_000));
  held.add([delivery("b", "2")], at(0));
  expect(held.takeStale(at(3_500)).map(({ id }) => id)).toEqual(["2"]);
  expect(held.take(at(3_500))?.id).toBe("1");
  expect(held.size).toBe(0);
});
