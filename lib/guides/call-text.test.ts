import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { callAsCurl, callAsPython, callAsTypeScript } from "./call-text.ts";

const run = promisify(execFile);
const plain = { toolId: "a.b.c", input: { mensaje: "hola" }, connection: false, key: false };
const full = { ...plain, connection: true, key: true };

test("names what the call needs and nothing else, with the same names everywhere", () => {
  expect(callAsCurl(plain)).toBe(
    `curl -sS \\
  "$CONNECT_URL/v1/tools/a.b.c/execute" \\
  -H "Authorization: Bearer $CONNECT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "input": { "mensaje": "hola" } }'`,
  );
  expect(callAsCurl(full)).toContain('-H "X-Connect-Connection: $CONNECTION"');
  expect(callAsCurl(full)).toContain('-H "Idempotency-Key: $IDEMPOTENCY_KEY"');
  expect(callAsTypeScript(plain)).toBe(
    'const answer = await connect.tools.a.b.c({ mensaje: "hola" });',
  );
  expect(callAsTypeScript(full)).toContain("{ connection, idempotencyKey }");
  expect(callAsPython(plain)).not.toContain("CONNECTION");
  expect(callAsPython(full)).toContain('"X-Connect-Connection": os.environ["CONNECTION"],');
  expect(callAsPython(full)).toContain('"Idempotency-Key": os.environ["IDEMPOTENCY_KEY"],');
});

test("a page in another form is called by id: the types only know whole rows", () => {
  for (const input of [{ campos: ["id"] }, { formato: "columnas" }]) {
    expect(callAsTypeScript({ ...full, input })).toMatch(
      /^const \{ data: answer \} = await connect\.call\("a\.b\.c", \{ .+ \}, \{ connection/,
    );
  }
});

test.each(["it's $HOME and `date`", 'a "quoted" \\ word', `${"largo ".repeat(20)}'`])(
  "a shell passes %j on unchanged",
  async (mensaje) => {
    const command = callAsCurl({ ...plain, input: { mensaje } });
    const body = command.slice(command.indexOf("-d ") + 3);
    const { stdout } = await run("sh", ["-c", `printf %s ${body}`]);
    expect(JSON.parse(stdout)).toEqual({ input: { mensaje } });
  },
);

test("what fits on a line stays on it, unchanged", () => {
  const input = { corto: { a: 1 }, largo: ["x".repeat(30), "y".repeat(30)], nada: [], vacio: {} };
  const body = /-d '([^']+)'$/.exec(callAsCurl({ ...plain, input }))?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({ input });
  expect(body).toContain('"corto": { "a": 1 },\n');
  expect(body).toContain(`"largo": [\n      "${"x".repeat(30)}",\n`);
});

test("Python has its own words for true, false and null", () => {
  const input = { si: true, no: false, nada: null, texto: "true, null" };
  expect(callAsPython({ ...plain, input })).toContain(
    '"si": True,\n        "no": False,\n        "nada": None,\n        "texto": "true, null"',
  );
});
