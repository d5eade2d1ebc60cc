import { expect, test } from "vitest";
import type { z } from "zod";
import { controlOperations } from "#functions/api/control-operations.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { jsonSchemaOf, type JsonSchema } from "#lib/tools/documents/index.ts";
import { issuesOf } from "#lib/tools/call/index.ts";

type Path = (string | number)[];

/** Where a schema requires text in some format. */
function formed(schema: JsonSchema, path: Path = []): Path[] {
  const under = (value: unknown, step?: string | number) =>
    formed(value as JsonSchema, step === undefined ? path : [...path, step]);
  const { properties = {}, items, anyOf = [] } = schema as Record<string, object | undefined>;
  const asks = "pattern" in schema || "format" in schema ? [path] : [];
  return [
    ...asks,
    ...Object.entries(properties).flatMap(([field, value]) => under(value, field)),
    ...(items === undefined ? [] : under(items, 0)),
    ...(anyOf as object[]).flatMap((value) => under(value)),
  ];
}

/** An input with an invalid text at this place. */
function formlessAt([step, ...rest]: Path): unknown {
  if (step === undefined) return "¿\u0007?";
  return typeof step === "number" ? [formlessAt(rest)] : { [step]: formlessAt(rest) };
}

const inputs: [string, z.ZodType][] = [
  ...createCatalogue(connectors).tools.map(({ id, input }): [string, z.ZodType] => [id, input]),
  ...controlOperations.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((part): [string, z.ZodType][] =>
      part === undefined ? [] : [[id, part]],
    ),
  ),
];

/** Every field of a schema, with whether it says in words what it is. */
function fieldsOf(schema: JsonSchema, path: string[] = []): { path: string; said: boolean }[] {
  const { properties = {}, items } = schema as Record<string, object | undefined>;
  return [
    ...Object.entries(properties).flatMap(([field, value]: [string, JsonSchema]) => [
      { path: [...path, field].join("."), said: "description" in value },
      ...fieldsOf(value, [...path, field]),
    ]),
    ...(items === undefined ? [] : fieldsOf(items as JsonSchema, path)),
  ];
}

test("every field that a tool takes says in words what it is", () => {
  const fields = createCatalogue(connectors).tools.flatMap(({ id, input }) =>
    fieldsOf(jsonSchemaOf(input, "input")).map((field) => ({ id, ...field })),
  );
  expect(fields.length).toBeGreaterThan(400);
  expect(fields.filter(({ said }) => !said)).toEqual([]);
});

test("a field in the wrong format is answered with the right format, in English", () => {
  const told = inputs.flatMap(([id, schema]) =>
    formed(jsonSchemaOf(schema, "input")).map((path) => {
      const input = formlessAt(path);
      const issues = issuesOf(schema.safeParse(input).error ?? expect.fail(id), input, schema);
      const own = issues.find((issue) => issue.path.join() === path.join());
      return { id, field: path.join("."), message: own?.message ?? "" };
    }),
  );
  expect(told.length).toBeGreaterThan(100);
  const wordless = /^$|^Not in the form|^Invalid|\b(?:no es|solo|una sola|más de)\b/iu;
  expect(told.filter(({ message }) => wordless.test(message))).toEqual([]);
});
