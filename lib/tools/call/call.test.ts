import { expect, test } from "vitest";
import { chargeFor, endRun, newCall, runOf, startRun, tellOfKey, type Call } from "./call.ts";

function call(): Call {
  const request = {
    surface: "rest",
    toolId: "core.timestamp.now",
    traceLabel: undefined,
    clientLabel: undefined,
    address: null,
    authorization: undefined,
  } as const;
  return newCall(request, "action", "req_01k2exampe0000000000000000", () => 0);
}

const first = { idempotency: "stored", operationRequestId: "one" } as const;

test("a call costs nothing before it runs, and cannot be charged or answered by a key", () => {
  const checked = call();
  expect(runOf(checked)).toEqual({ operationRequestId: null, idempotency: null, cost: null });
  expect(() => chargeFor(checked, { periodo: "2026-10" })).toThrow("checking");
  expect(() => tellOfKey(checked, first)).toThrow("checking");
});

test("a call runs once", () => {
  const running = call();
  startRun(running, "one");
  expect(() => startRun(running, "two")).toThrow("running");
  expect(runOf(running).operationRequestId).toBe("one");
});

test("the first under its key is charged, a replay is not", () => {
  const running = call();
  startRun(running, "two");
  chargeFor(running, { periodo: "2026-10" });
  tellOfKey(running, first);
  const cost = { periodo: "2026-10", connectionIds: [], lastOf: null };
  expect(runOf(running)).toEqual({ ...first, cost });
  tellOfKey(running, { ...first, idempotency: "replayed" });
  expect(runOf(running).cost).toBeNull();
});

test("what is on record is final", () => {
  const recorded = call();
  startRun(recorded, "one");
  endRun(recorded);
  expect(() => chargeFor(recorded, { periodo: "2026-10" })).toThrow("recorded");
  expect(() => tellOfKey(recorded, first)).toThrow("recorded");
});
