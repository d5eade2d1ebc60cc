import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endingBySignals } from "./end-on-signal.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that ends when `finish` is called, and its output. */
function running(relays: number) {
  const said: string[] = [];
  const codes: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let closed = 0;
  const signal = endingBySignals(
    {
      close: () => {
        closed += 1;
        return promise;
      },
      waitsFor: () => ["syncs at work", "the database"],
    },
    "Ending …",
    { say: (line) => said.push(line), exit: (code) => codes.push(code), relays },
  );
  return { signal, finish: resolve, fail: reject, said, codes, closed: () => closed };
}

test("every two seconds it says what it still waits for, until it ends", async () => {
  const service = running(0);
  service.signal();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(service.said).toEqual(["Ending …"]);
  await vi.advanceTimersByTimeAsync(2_001);
  const waiting = "Still waiting for syncs at work, the database. Another Ctrl-C ends at once.";
  expect(service.said).toEqual(["Ending …", waiting, waiting]);
  service.finish();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(service.said).toHaveLength(3);
  expect(service.codes).toEqual([0]);
});

test("the same Ctrl-C relayed by npm forces nothing, however late it arrives", async () => {
  const service = running(1);
  service.signal();
  await vi.advanceTimersByTimeAsync(9_000);
  service.signal();
  expect(service.codes).toEqual([]);
  service.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(service.codes).toEqual([0]);
  expect(service.closed()).toBe(1);
});

test.each([0, 1])("another Ctrl-C ends at once, %i relays of the first told apart", (relays) => {
  const service = running(relays);
  for (let passed = 0; passed <= relays; passed++) service.signal();
  expect(service.codes).toEqual([]);
  service.signal();
  expect(service.codes).toEqual([1]);
});

test("a failed end is not a success", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const service = running(0);
  service.signal();
  service.fail(new Error("the disk is full"));
  await vi.advanceTimersByTimeAsync(0);
  expect(service.codes).toEqual([1]);
  expect(String(written.mock.calls[0]?.[0])).toContain("the disk is full");
  written.mockRestore();
});
