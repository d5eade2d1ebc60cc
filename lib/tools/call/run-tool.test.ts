import { expect, test } from "vitest";
import * as z from "zod";
import { FinishedRows, tool } from "#lib/contract/index.ts";
import { bodyText, toolOutput } from "./run-tool.ts";
import type { CallMeta } from "./request.ts";

const output = z.strictObject({
  filas: z.array(z.strictObject({ monto: z.number() })),
  cursor: z.string().nullable(),
});
const read = tool({
  id: "prueba.filas.consultar",
  title: "",
  description: "",
  effect: "read",
  needsConnection: true,
  input: z.strictObject({}),
  output,
  errors: [],
  example: { input: {}, output: { filas: [], cursor: null } },
  run: () => ({ filas: [], cursor: null }),
});

const sampled = "req_00000000000000000000000000";
const others = "req_00000000000000000000000001";
const answer = (rows: string) => ({ filas: new FinishedRows(rows), cursor: null });
const tampered = answer('{"monto":"1"}');

test("finished rows reach REST as they are, and every other surface as rows", () => {
  const given = answer('{"monto":1},{"monto":2}');
  const rest = toolOutput(read, given, { requestId: others, surface: "rest" });
  expect(rest).toEqual({ filas: given.filas, cursor: null });
  for (const surface of ["mcp", "dashboard"] as const) {
    expect(toolOutput(read, given, { requestId: others, surface })).toEqual({
      filas: [{ monto: 1 }, { monto: 2 }],
      cursor: null,
    });
  }
});

test("one answer of 32 is checked against its contract row by row", () => {
  const ask = (requestId: string) => toolOutput(read, tampered, { requestId, surface: "rest" });
  expect(() => ask(sampled)).toThrow(expect.objectContaining({ code: "output_contract_error" }));
  const ends = Array.from(
    "0123456789abcdefghjkmnpqrstvwxyz",
    (end) => `${others.slice(0, -1)}${end}`,
  );
  const looked = ends.filter((id) => {
    try {
      ask(id);
      return false;
    } catch {
      return true;
    }
  });
  expect(looked).toEqual([sampled]);
});

test("everything except finished rows is checked each time", () => {
  const broken = { ...answer(""), cursor: 7 };
  const held = () => toolOutput(read, broken, { requestId: others, surface: "rest" });
  expect(held).toThrow(expect.objectContaining({ code: "output_contract_error" }));
});

const meta: CallMeta = {
  request_id: others,
  plane: "action",
  latency_ms: 3,
  audit_status: "recorded",
};

test.each([
  ["no rows", ""],
  ["rows", '{"monto":1},{"monto":2}'],
])("the text of a body with %s is its JSON", (_name, rows) => {
  const body = { data: answer(rows), meta };
  expect(bodyText(body)).toBe(JSON.stringify(body));
});

test("a body without finished rows is written as usual", () => {
  const body = { data: { filas: [] }, meta };
  expect(bodyText(body)).toBe(JSON.stringify(body));
});
