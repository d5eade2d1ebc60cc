import { expect, test } from "vitest";
import { readUpTo } from "./body.ts";

/** A number of chunks of a size, and how many were read. */
function counted(chunks: number, bytes: number) {
  const seen = { taken: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.taken === chunks) controller.close();
        else controller.enqueue(new Uint8Array(bytes));
        seen.taken += 1;
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

test("a body up to the limit is read whole, and a missing body is empty", async () => {
  expect((await readUpTo(counted(4, 100).stream, 400)).byteLength).toBe(400);
  expect((await readUpTo(null, 400)).byteLength).toBe(0);
});

test("the rest of a body that is too large is read and dropped: closing early would break the next call", async () => {
  const { stream, seen } = counted(50, 100);
  await expect(readUpTo(stream, 400)).rejects.toMatchObject({ code: "payload_too_large" });
  await expect.poll(() => seen).toEqual({ taken: 51, cancelled: false });
});

test("a caller who hangs up during the rest causes no error", async () => {
  let isGone = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isGone) controller.error(new Error("gone"));
      else controller.enqueue(new Uint8Array(500));
      isGone = true;
    },
  });
  await expect(readUpTo(stream, 400)).rejects.toMatchObject({ code: "payload_too_large" });
  expect(isGone).toBe(true);
});
