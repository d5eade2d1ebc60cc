import { afterAll, beforeAll, expect, test } from "vitest";
import { Coverage } from "./coverage.ts";

function ranBefore(): void {}
function ranInside(): void {}
function ranAfter(): void {}

// Where this run is recorded itself, there is one already.
const isRecorded = "coverage" in globalThis;
let coverage: Coverage;
beforeAll(() => {
  coverage = Coverage.ofProcess();
});
afterAll(() => {
  if (!isRecorded) coverage.end();
});

const names = (ran: readonly { name: string }[]): string[] =>
  ran.map(({ name }) => name).filter((name) => name.startsWith("ran"));

test("what is counted on its own is in the record of the process too, and each is taken once", async () => {
  coverage.take();
  ranBefore();
  const inside = await Coverage.during(async () => ranInside());
  ranAfter();
  expect(names(inside)).toEqual(["ranInside"]);
  expect(names(coverage.take())).toEqual(["ranBefore", "ranInside", "ranAfter"]);
  expect(names(coverage.take())).toEqual([]);
  ranBefore();
  expect(names(coverage.take())).toEqual(["ranBefore"]);
});
