import { expect, test } from "vitest";
import type { ClaimedDelivery } from "./claim.ts";
import { HeldDeliveries } from "./held-deliveries.ts";

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
