import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a step that takes longer than a second is named once, a quick one never", async () => {
  const said: string[] = [];
  const progress = createProgress((line) => said.push(line));
  expect(await progress("Looking", async () => 7)).toBe(7);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said).toEqual([]);

  const { promise, resolve } = Promise.withResolvers<string>();
  const step = progress("Making the database", () => promise);
  await vi.advanceTimersByTimeAsync(999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(["Making the database …"]);
  resolve("made");
  expect(await step).toBe("made");
});

test("a step that fails rethrows its error, and prints nothing later", async () => {
  const said: string[] = [];
  const progress = createProgress((line) => said.push(line));
  await expect(progress("Failing", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said).toEqual([]);
});
