import { expect, test } from "vitest";
import { schemaToRead } from "./schema-to-read.ts";

const text = (description: string) => ({ type: "string", description });
const schema = {
  type: "object",
  required: ["folio", "cobertura"],
  properties: {
    folio: { ...text("Número del documento"), pattern: "^[0-9]+$" },
    description: text("Lo que se vendió"),
    cobertura: { type: "object", properties: { estado: text("Si está todo") } },
  },
};

test("validation keywords are left out, and no description while it is short enough", () => {
  expect(schemaToRead(schema, 1000)).toEqual({
    type: "object",
    properties: {
      folio: text("Número del documento"),
      description: text("Lo que se vendió"),
      cobertura: { type: "object", properties: { estado: text("Si está todo") } },
    },
  });
});

test("descriptions common to all reads are dropped first, then all of them, but never a name", () => {
  const whole = JSON.stringify(schemaToRead(schema, 1000)).length;
  const plain = { type: "object", properties: { estado: { type: "string" } } };
  const shorter = schemaToRead(schema, whole - 1);
  expect(shorter["properties"]).toMatchObject({ folio: text("Número del documento") });
  expect((shorter["properties"] as { cobertura: object }).cobertura).toEqual(plain);
  expect(schemaToRead(schema, 10)).toEqual({
    type: "object",
    properties: { folio: { type: "string" }, description: { type: "string" }, cobertura: plain },
  });
});
