import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mutated, type Mutation } from "#tests/mutations/mutation.ts";
import { mutations } from "#tests/mutations/table.ts";

// `npm run test:mutations` runs them, which takes minutes. Here we only check that they still apply.

const root = path.join(import.meta.dirname, "../..");

/** How many each group has, so that none goes unnoticed. */
const listed: Record<Mutation["group"], number> = {
  calls: 27,
  consent: 28,
  coverage: 16,
  erasure: 8,
  fences: 10,
  "first-syncs": 2,
  folders: 14,
  identity: 25,
  invoices: 10,
  keys: 8,
  locks: 1,
  logins: 2,
  "look-alikes": 3,
  mail: 17,
  proof: 3,
  receipts: 11,
  refusals: 4,
  restore: 35,
  rows: 6,
  search: 2,
  strangers: 16,
  waiting: 10,
};

test("each group has as many mutations as are listed, each once", () => {
  const counts = Object.entries(Object.groupBy(mutations, ({ group }) => group));
  expect(Object.fromEntries(counts.map(([group, ofIt]) => [group, ofIt.length]))).toEqual(listed);
  expect(new Set(mutations.map(({ breaks }) => breaks)).size).toBe(mutations.length);
});

describe.each(mutations)("$group: $breaks", (mutation) => {
  test("can still be applied", async () => {
    expect(await mutated(root, mutation)).not.toBe("");
    expect(mutation.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
