import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "./database.ts";
import { Together } from "./together.ts";

// lib/audit/call-records.test.ts and lib/limits/callers.test.ts test calls together with real rows.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The database does only what the test's ways do. */
const db = {} as Database;

test("a batch given to a silent connection is abandoned, and every caller is told", async () => {
  const asked: number[][] = [];
  const silence = (...given: number[]) => {
    asked.push(given);
    return new Promise<never>(() => undefined);
  };
  const silent = new Together<number, never>({
    alone: (_, one) => silence(one),
    together: (_, __, many) => silence(...many),
  });
  void silent.ask(db, "org_1", 1);
  const ends = Promise.allSettled([2, 3].map((one) => silent.ask(db, "org_1", one)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([[1], [2, 3]]);
  await vi.advanceTimersByTimeAsync(10_000);
  const unavailable = { status: "rejected", reason: { code: "service_unavailable" } };
  expect(await ends).toMatchObject([unavailable, unavailable]);
  // What got no answer may have been done.
  expect(asked).toHaveLength(2);
}, 20_000);
