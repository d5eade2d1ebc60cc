import { expect, test } from "vitest";
import type { ClaimedDelivery } from "./claim.ts";
import { ClaimedQueue } from "./claimed-queue.ts";

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

const idAt = (queue: ClaimedQueue, ms = 0, mayConnect = true) =>
  queue.take(at(ms), mayConnect)?.id ?? null;

test("an idle endpoint goes before a busy endpoint's next delivery", () => {
  const queue = new ClaimedQueue(4);
  queue.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect([idAt(queue), idAt(queue), idAt(queue), idAt(queue)]).toEqual(["1", "3", "2", null]);
});

test("an endpoint whose attempt has ended comes after those that waited meanwhile", () => {
  const queue = new ClaimedQueue(4);
  queue.add([delivery("a", "1"), delivery("a", "2"), delivery("b", "3")], at(0));
  expect(idAt(queue)).toBe("1");
  queue.ended("a");
  expect([idAt(queue), idAt(queue)]).toEqual(["3", "2"]);
});

test("an endpoint at its limit is skipped, and the others go on", () => {
  const queue = new ClaimedQueue(2);
  const ofA = ["1", "2", "3"].map((id) => delivery("a", id));
  queue.add([...ofA, delivery("b", "4")], at(0));
  const taken = [idAt(queue), idAt(queue), idAt(queue), idAt(queue)];
  expect(taken).toEqual(["1", "4", "2", null]);
  expect(queue.size).toBe(1);
  queue.ended("a");
  expect([idAt(queue), queue.size]).toEqual(["3", 0]);
});

test("an additional connection is made only when allowed, and is then reused", () => {
  const queue = new ClaimedQueue(4);
  const ids = ["1", "2", "3", "4"];
  queue.add(
    ids.map((id) => delivery("a", id)),
    at(0),
  );
  const withoutConnecting = () => idAt(queue, 0, false);
  expect([withoutConnecting(), withoutConnecting()]).toEqual(["1", null]);
  expect(idAt(queue)).toBe("2");
  expect(withoutConnecting()).toBeNull();
  queue.ended("a");
  expect([withoutConnecting(), withoutConnecting()]).toEqual(["3", null]);
});

test("released deliveries no longer wait", () => {
  const queue = new ClaimedQueue(4);
  queue.add([delivery("a", "1"), delivery("b", "2"), delivery("a", "3")], at(0));
  expect(queue.takeAll().map(({ id }) => id)).toEqual(["1", "3", "2"]);
  expect([queue.size, idAt(queue)]).toEqual([0, null]);
});

test("a delivery that waited for more than three seconds is not started, but returned for release", () => {
  const queue = new ClaimedQueue(4);
  queue.add([delivery("a", "1")], at(0));
  queue.add([delivery("b", "2")], at(500));
  expect(queue.takeStale(at(3_000))).toEqual([]);
  expect(idAt(queue, 3_001)).toBeNull();
  expect(queue.takeStale(at(3_001)).map(({ id }) => id)).toEqual(["1"]);
  expect([idAt(queue, 3_001), queue.size]).toEqual(["2", 0]);
});

test("a clock that was set back causes no mix-up", () => {
  const queue = new ClaimedQueue(4);
  queue.add([delivery("a", "1")], at(1_000));
  queue.add([delivery("b", "2")], at(0));
  expect(queue.takeStale(at(3_500)).map(({ id }) => id)).toEqual(["2"]);
  expect([idAt(queue, 3_500), queue.size]).toEqual(["1", 0]);
});
