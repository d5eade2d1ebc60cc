import { expect, test } from "vitest";
import { createEndings } from "./endings.ts";

test("the last part started ends first, and what is still waited for has a name", async () => {
  const { atEnd, end, waitsFor } = createEndings();
  const database = Promise.withResolvers<void>();
  const calls = Promise.withResolvers<void>();
  const syncs = Promise.withResolvers<void>();
  atEnd({ "the database": () => database.promise });
  atEnd({ "calls being answered": () => calls.promise, "syncs at work": () => syncs.promise });
  expect(waitsFor()).toEqual([]);

  const ended = end();
  expect(waitsFor()).toEqual(["calls being answered", "syncs at work"]);
  calls.resolve();
  await expect.poll(waitsFor).toEqual(["syncs at work"]);
  syncs.resolve();
  await expect.poll(waitsFor).toEqual(["the database"]);
  database.resolve();
  await ended;
  expect(waitsFor()).toEqual([]);
});
