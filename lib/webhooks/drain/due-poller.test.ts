import { expect, test } from "vitest";
import { DuePoller } from "./due-poller.ts";

test("one background poll runs at a time, and a poll that is waited for comes after it", async () => {
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
