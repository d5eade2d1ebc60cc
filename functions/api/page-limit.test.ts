import { expect, test } from "vitest";
import { jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { issuesOf } from "#lib/tools/call/index.ts";
import { controlOperations } from "./control-operations.ts";

const lists = controlOperations.filter(({ query }) => "limit" in query.shape);

/** Each list's parser of `limit`, given what the router passes on. */
function said(limit: string | string[]): unknown[] {
  return lists.map(({ id, query }) => {
    const { success, data, error } = query.safeParse({ limit });
    if (success) return (data as { limit: unknown }).limit;
    const [issue] = issuesOf(error, { limit }, query);
    return issue === undefined ? id : { path: issue.path.join("."), code: issue.code };
  });
}

test("every list is covered", () => {
  expect(lists.map(({ id }) => id).toSorted()).toEqual([
    "listEvents",
    "listSyncs",
    "listTools",
    "listWebhookDeliveries",
  ]);
});

test.each(["1e0", "0x1", " 1", "+1", "1 ", "01", "1.0", "1.5", "1_0", "", "abc", "١", "1n"])(
  "every list refuses a limit written as %j",
  (text) => {
    expect(said(text)).toEqual(lists.map(() => ({ path: "limit", code: "wrong_type" })));
  },
);

test.each([
  [["1", "2"], "wrong_type"],
  ["0", "too_small"],
  ["-1", "too_small"],
  ["501", "too_large"],
  ["9".repeat(22), "too_large"],
])("a limit of %j is refused with the right code", (text, code) => {
  expect(said(text)).toEqual(lists.map(() => ({ path: "limit", code })));
});

test("a whole number in digits is accepted", () => {
  expect(said("1")).toEqual(lists.map(() => 1));
  expect(said("5")).toEqual(lists.map(() => 5));
});

test("the default number of rows per page is published, and used", () => {
  const published = lists.map(({ id, query }) => {
    const { properties } = jsonSchemaOf(query, "input") as {
      properties: { limit: { default?: number } };
    };
    return [id, properties.limit.default, query.parse({})["limit"]];
  });
  expect(published).toEqual([
    ["listTools", undefined, undefined],
    ["listSyncs", 100, 100],
    ["listWebhookDeliveries", 50, 50],
    ["listEvents", 50, 50],
  ]);
});
