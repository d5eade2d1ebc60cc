import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("concurrent and later callers get what the first one loaded", async () => {
  let loads = 0;
  const once = loadOnce(async () => ({ number: ++loads }));
  const [first, second] = await Promise.all([once(), once()]);
  expect(first).toEqual({ number: 1 });
  expect(second).toBe(first);
  expect(await once()).toBe(first);
});

test("a failure is for those who asked meanwhile, and the next call loads again", async () => {
  let loads = 0;
  const once = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error("EMFILE");
    return loads;
  });
  const both = await Promise.allSettled([once(), once()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await once(), await once()]).toEqual([2, 2]);
});
