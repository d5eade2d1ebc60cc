import { describe, expect, test } from "vitest";
import type { ClaimedDelivery } from "./claim.ts";
import { ClaimedQueue, ClaimSize, DuePoller, EndpointTurns } from "./turns.ts";

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

  test("gives few endpoints equal parts, the first ones what is over, and none more than its own limit", () => {
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

  test("comes again, after everybody else's, to an endpoint that had all that was asked for", () => {
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

  test("is never asked for twice by one endpoint", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(2));
    turns.add(ids(3));
    expect(asked(turns, 3).map(([id]) => id)).toEqual(ids(3));
  });

  test("with no slot free goes to nobody", () => {
    const turns = new EndpointTurns(4);
    turns.add(ids(2));
    expect(turns.take(0)).toEqual([]);
    expect(turns.isEmpty).toBe(false);
  });
});

describe("an endpoint", () => {
  test("with its limit under way waits, and the others go on", () => {
    const turns = new EndpointTurns(2);
    for (const _ of [1, 2]) turns.claimed("whk_0");
    turns.add(ids(2));
    expect(asked(turns, 8)).toEqual([["whk_1", 2]]);
    expect(turns.canTake).toBe(false);
    turns.ended("whk_0", false);
    expect(turns.canTake).toBe(true);
    expect(asked(turns, 8)).toEqual([["whk_0", 1]]);
  });

  test("that hangs has one at a time, until it answers", () => {
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
    expect(asked(turns, 8)).toEqual([["whk_0", 4]]);
  });
});

test("one poll at a time runs in the background, and one that is waited for comes after it", async () => {
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const poller = new DuePoller(async () => {
    steps.push("begun");
    if (steps.length === 1) await first.promise;
    steps.push("ended");
  });
  poller.pollInBackground();
  poller.pollInBackground();
  expect(steps).toEqual(["begun"]);
  const second = poller.pollNow();
  first.resolve();
  await second;
  expect(steps).toEqual(["begun", "ended", "begun", "ended"]);
});

test("a poll that failed in the background fails the next call", async () => {
  const poller = new DuePoller(() => Promise.reject(new Error("away")));
  poller.pollInBackground();
  await poller.close();
  expect(() => poller.pollInBackground()).toThrow("away");
  await expect(poller.pollNow()).rejects.toThrow("away");
});

function ended(size: ClaimSize, count: number): void {
  for (let n = 0; n < count; n++) size.ended();
}

test("nothing is claimed ahead before anything has ended, nor while receivers hang", () => {
  const size = new ClaimSize();
  expect(size.next(0)).toBe(0);
  ended(size, 100);
  expect(size.next(0)).toBe(320);
  expect(size.next(0)).toBe(0);
});

test("a claim brings no more than four times what has ended since the last one", () => {
  const size = new ClaimSize();
  ended(size, 5);
  expect(size.next(10)).toBe(20);
});

test("what waits and what is claimed are no more than the most", () => {
  const size = new ClaimSize();
  ended(size, 1_000);
  expect(size.next(200)).toBe(120);
  ended(size, 1_000);
  expect(size.next(400)).toBe(0);
});

test("a claim is due when many have ended and those that wait run low", () => {
  const size = new ClaimSize();
  ended(size, 63);
  expect(size.isDue(0)).toBe(false);
  ended(size, 1);
  expect([size.isDue(240), size.isDue(241)]).toEqual([true, false]);
});

test("fewer are claimed ahead when some waited in vain, and more again each time that none is left", () => {
  const size = new ClaimSize();
  size.wasTooMany();
  const next = (waiting: number) => {
    ended(size, 1_000);
    return size.next(waiting);
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
  const queue = new ClaimedQueue();
  queue.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect(queue.take(at(0))?.id).toBe("1");
  expect(queue.take(at(0))?.id).toBe("3");
  expect(queue.take(at(0))?.id).toBe("2");
  expect(queue.take(at(0))).toBeNull();
});

test("an endpoint whose attempt has ended keeps its place in the queue", () => {
  const queue = new ClaimedQueue();
  queue.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect(queue.take(at(0))?.id).toBe("1");
  queue.ended("a");
  expect(queue.take(at(0))?.id).toBe("2");
});

test("what waited for longer than three seconds is not begun, and is handed out to be released", () => {
  const queue = new ClaimedQueue();
  queue.add([delivery("a", "1")], at(0));
  queue.add([delivery("b", "2")], at(500));
  expect(queue.takeStale(at(3_000))).toEqual([]);
  expect(queue.take(at(3_001))).toBeNull();
  expect(queue.takeStale(at(3_001)).map(({ id }) => id)).toEqual(["1"]);
  expect(queue.take(at(3_001))?.id).toBe("2");
  expect(queue.size).toBe(0);
});

test("a clock that was put back mixes nothing up", () => {
  const queue = new ClaimedQueue();
  queue.add([delivery("a", "1")], at(1_000));
  queue.add([delivery("b", "2")], at(0));
  expect(queue.takeStale(at(3_500)).map(({ id }) => id)).toEqual(["2"]);
  expect(queue.take(at(3_500))?.id).toBe("1");
  expect(queue.size).toBe(0);
});
