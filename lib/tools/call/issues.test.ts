import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isIssueCode } from "#lib/kernel/errors/index.ts";
import { connectors } from "../connectors.ts";
import { jsonSchemaOf } from "../documents/index.ts";
import { issuesOf } from "./issues.ts";

const schema = z.strictObject({
  nombre: z.string().min(2).max(4),
  edad: z.int().min(1).max(9),
  lado: z.enum(["izquierda", "derecha"]),
  clave: z
    .string()
    .regex(/^\d{3}$/)
    .optional(),
  lista: z.array(z.string()).max(1).optional(),
  rut: z
    .string()
    .refine((text) => text !== "no")
    .optional(),
});
const right = { nombre: "Ana", edad: 3, lado: "derecha" };

function codes(input: unknown): string[] {
  const parsed = schema.safeParse(input);
  return parsed.success
    ? []
    : issuesOf(parsed.error, input, schema).map(({ path, code }) => `${path.join(".")} ${code}`);
}

describe("an issue has one code of the list", () => {
  test.each([
    [{ ...right, nombre: undefined }, "nombre required"],
    [{ ...right, lado: undefined }, "lado required"],
    [{ ...right, nombre: 3 }, "nombre wrong_type"],
    [{ ...right, edad: 2.5 }, "edad wrong_type"],
    [{ ...right, nombre: "A" }, "nombre too_short"],
    [{ ...right, nombre: "Anastasia" }, "nombre too_long"],
    [{ ...right, lista: ["a", "b"] }, "lista too_long"],
    // As a text it is too long for the list as well: a reader would look for the wrong thing.
    [{ ...right, lista: "ab" }, "lista wrong_type"],
    [{ ...right, edad: 0 }, "edad too_small"],
    [{ ...right, edad: 10 }, "edad too_large"],
    [{ ...right, lado: "arriba" }, "lado invalid_choice"],
    [{ ...right, clave: "x" }, "clave wrong_format"],
    [{ ...right, rut: "no" }, "rut wrong_format"],
    [{ ...right, otra: 1 }, "otra unknown_field"],
  ])("%j: %s", (input, expected) => {
    expect(codes(input)).toEqual([expected]);
  });

  test("and a pattern is never shown", () => {
    const input = { ...right, clave: "x" };
    const parsed = schema.safeParse(input);
    expect(parsed.success).toBe(false);
    expect(issuesOf(parsed.error ?? new z.ZodError([]), input, schema)[0]?.message).not.toMatch(
      /[\^$\\]/,
    );
  });
});

describe("an unknown field is told which ones are known", () => {
  const nested = z.strictObject({
    partes: z.array(z.strictObject({ nombre: z.string(), monto: z.number() })).optional(),
    otro: z.strictObject({ dia: z.string() }).nullable().default(null),
  });
  const told = (input: unknown) =>
    issuesOf(nested.safeParse(input).error ?? new z.ZodError([]), input, nested).map(
      ({ message }) => message,
    );
  const unknown = "This field is not known here";

  test.each([
    [{ fecha: 1 }, "partes, otro"],
    [{ partes: [{ nombre: "a", monto: 1, valor: 1 }] }, "nombre, monto"],
    [{ otro: { dia: "x", day: 1 } }, "dia"],
  ])("where it was written: %j", (input, known) => {
    expect(told(input)).toEqual([`${unknown}. Known are: ${known}`]);
  });

  test("once, however many there are", () => {
    expect(told({ a: 1, b: 2, c: 3 })).toEqual([
      `${unknown}. Known are: partes, otro`,
      unknown,
      unknown,
    ]);
  });
});

const tools = connectors.flatMap((connector) => connector.tools);
/** A pattern, an empty message, or the language of the fields. */
const unlike = /pattern|\/\^|\$\/|^Invalid input$|[áéíóú]| (?:van|con|los|las) /;
const wrong = [undefined, null, 7, -1, 2.5, "", "x", "x".repeat(5_000), [], {}, true];

test("whatever is sent instead of any field of any tool, the issues only use listed codes", () => {
  let issued = 0;
  for (const tool of tools) {
    const properties = jsonSchemaOf(tool.input, "input")["properties"] ?? {};
    for (const field of Object.keys(properties)) {
      for (const value of wrong) {
        const input = { ...(tool.example.input as object), [field]: value };
        const parsed = tool.input.safeParse(input);
        if (parsed.success) continue;
        const issues = issuesOf(parsed.error, input, tool.input);
        const places = issues.map(({ path }) => JSON.stringify(path));
        expect.soft([tool.id, places]).toEqual([tool.id, [...new Set(places)]]);
        for (const { code, message } of issues) {
          expect.soft([tool.id, isIssueCode(code)]).toEqual([tool.id, true]);
          expect.soft([tool.id, message]).toEqual([tool.id, expect.not.stringMatching(unlike)]);
          if (value === undefined && message.startsWith("This field"))
            expect(code).toBe("required");
          issued += 1;
        }
      }
    }
  }
  expect(tools.length).toBeGreaterThan(90);
  expect(issued).toBeGreaterThan(1_000);
});

test("a mail that is too long in bytes, or goes to too many in all, is told so", () => {
  const enviar = tools.find(({ id }) => id === "correo.correo.enviar");
  const mail = { para: ["ana@example.com"], asunto: "Hola", cuerpo: "Hola" };
  const many = Array.from({ length: 100 }, (_, place) => `a${place}@example.com`);
  const issued = [{ cuerpo: "ñ".repeat(51_201) }, { cc: many }].map((more) => {
    const input = { ...mail, ...more };
    const parsed = enviar?.input.safeParse(input);
    return issuesOf(parsed?.error ?? new z.ZodError([]), input, enviar?.input ?? schema);
  });
  expect(issued).toMatchObject([
    [{ path: ["cuerpo"], code: "too_long" }],
    [{ path: ["para"], code: "too_long" }],
  ]);
});
