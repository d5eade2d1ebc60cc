import { expect, test } from "vitest";
import { connectors } from "#lib/connectors/catalogue.ts";
import { fieldsOf, jsonSchemaOf } from "#lib/tools/documents/index.ts";

/** It only falls: a new field says what it is, and who describes old ones lowers it. */
const mostWithoutWords = 7;

test("no more fields of the answers than these are without a description", () => {
  const tools = connectors.flatMap((connector) => connector.tools);
  const fields = tools.flatMap(({ id, output }) =>
    fieldsOf(jsonSchemaOf(output, "output")).map((field) => ({ id, ...field })),
  );
  const silent = fields.filter(({ description }) => description === null);
  const names = silent.map(({ id, path }) => `${id} ${path}`).join("\n");
  expect(silent.length, names).toBeLessThanOrEqual(mostWithoutWords);
});
