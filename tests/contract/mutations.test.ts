import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mutated } from "#tests/mutations/mutation.ts";
import { mutations } from "#tests/mutations/table.ts";

// `npm run test:mutations` plays them, which takes minutes. Here they are only kept up to date.

const root = path.join(import.meta.dirname, "../..");

test("the fences of the known faults are in the table", () => {
  expect(mutations).toHaveLength(210);
});

describe.each(mutations)("$fault: $breaks", (mutation) => {
  test("can still be made", async () => {
    expect(await mutated(root, mutation)).not.toBe("");
    expect(mutation.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
