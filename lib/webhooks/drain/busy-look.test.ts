import { expect, test } from "vitest";
import { BusyLook } from "./busy-look.ts";

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
