import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  drivers,
  testDatabase,
  type TestDatabase,
} from "#tests/support/databases/test-database.ts";
import { textArray } from "./text-array.ts";

describe.each(drivers)("by the driver %s", (driver) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await testDatabase({ driver })));
  afterAll(() => database.close());

  test.each([
    [[]],
    [[null]],
    [["", null, "null", "NULL", "{}", ","]],
    [['"', "\\", '\\"', "a\nb\u001E\u001F", " a "]],
    [["Ñuñoa", "日本", "😀", "x".repeat(70_000)]],
  ])("texts are read back as given: %j", async (texts) => {
    const text = "select to_json($1::text[]) as texts, array_lower($1::text[], 1) as first";
    const statement = { name: "test.text_array", repeatable: true, text };
    const found = await database.db.run(statement, [textArray(texts)]);
    expect(found).toEqual([{ texts, first: texts.length === 0 ? null : 1 }]);
  });

  test("half a surrogate pair becomes the replacement character, as in any text sent by the driver", async () => {
    const statement = { name: "test.half", repeatable: true, text: "select $1::text[] as texts" };
    const [found] = await database.db.run(statement, [textArray(["a\ud83d"])]);
    expect(found).toEqual({ texts: ["a\ufffd"] });
  });
});
