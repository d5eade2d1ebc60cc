import { expect, test } from "vitest";
import * as z from "zod";
import { fieldsOf } from "./fields.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const plain = {
  nullable: false,
  description: null,
  values: [],
  defaultValue: undefined,
  limits: [],
};

function fields(shape: z.core.$ZodLooseShape, io: "input" | "output" = "input") {
  return fieldsOf(jsonSchemaOf(z.strictObject(shape), io));
}

test("a field has its type, its description and whether it is required", () => {
  expect(fields({ a: z.string().describe("Qué es"), b: z.boolean().optional() })).toEqual([
    { ...plain, path: "a", types: ["string"], required: true, description: "Qué es" },
    { ...plain, path: "b", types: ["boolean"], required: false },
  ]);
});

test("a default, limits and values are shown; the bounds of safe integers are not", () => {
  expect(
    fields({
      limit: z.int().min(1).max(500).default(100),
      n: z.int(),
      tipo: z.enum(["x", "y"]),
      lista: z.array(z.enum(["p", "q"])).min(1),
    }),
  ).toEqual([
    {
      ...plain,
      path: "limit",
      types: ["integer"],
      required: false,
      defaultValue: 100,
      limits: [
        { word: "minimum", value: 1 },
        { word: "maximum", value: 500 },
      ],
    },
    { ...plain, path: "n", types: ["integer"], required: true },
    { ...plain, path: "tipo", types: ["string"], required: true, values: ["x", "y"] },
    {
      ...plain,
      path: "lista",
      types: ["string[]"],
      required: true,
      values: ["p", "q"],
      limits: [{ word: "minItems", value: 1 }],
    },
  ]);
});

test("the fields inside objects and lists follow them, with their path", () => {
  const row = z.strictObject({ id: z.string(), cuando: z.iso.datetime().nullable() });
  const shape = { filas: z.array(row), una: row.nullable(), cursor: z.string().nullable() };
  expect(
    fields(shape, "output").map(({ path, types, nullable }) => [path, types, nullable]),
  ).toEqual([
    ["filas", ["object[]"], false],
    ["filas[].id", ["string"], false],
    ["filas[].cuando", ["date-time"], true],
    ["una", ["object"], true],
    ["una.id", ["string"], false],
    ["una.cuando", ["date-time"], true],
    ["cursor", ["string"], true],
  ]);
});

test("an input without fields has none", () => {
  expect(fields({})).toEqual([]);
});
