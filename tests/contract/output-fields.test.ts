import { expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { fieldsOf, jsonSchemaOf } from "#lib/tools/documents/index.ts";

test("every field of the answers says what it is", () => {
  const tools = connectors.flatMap((connector) => connector.tools);
  const fields = tools.flatMap(({ id, output }) =>
    fieldsOf(jsonSchemaOf(output, "output")).map((field) => ({ id, ...field })),
  );
  const silent = fields.filter(({ description }) => description === null);
  expect(silent.map(({ id, path }) => `${id} ${path}`)).toEqual([]);
});
