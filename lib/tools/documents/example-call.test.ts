import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { tool } from "#lib/contract/index.ts";
import { exampleCall } from "./example-call.ts";

const run = promisify(execFile);

function toolWith(mensaje: string, rest: { destructive?: boolean; needsConnection?: boolean }) {
  return tool({
    id: "prueba.algo.hacer",
    title: "Hacer algo",
    description: "Hace algo.",
    effect: rest.destructive === true ? "destructive" : "read",
    needsConnection: rest.needsConnection ?? false,
    input: z.strictObject({ mensaje: z.string() }),
    output: z.strictObject({}),
    errors: [],
    example: { input: { mensaje }, output: {} },
    run: () => ({}),
  });
}

test("names the headers that the tool needs and no other", () => {
  const plain = exampleCall(toolWith("hola", {}), "https://connect.test");
  expect(plain).toBe(
    `curl -sS https://connect.test/v1/tools/prueba.algo.hacer/execute \\
  -H "Authorization: Bearer $CONNECT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"input":{"mensaje":"hola"}}'`,
  );
  const full = exampleCall(toolWith("hola", { destructive: true, needsConnection: true }), "");
  expect(full).toContain('-H "X-Connect-Connection: $CONNECT_CONNECTION"');
  expect(full).toContain('-H "Idempotency-Key: $IDEMPOTENCY_KEY"');
});

test.each(["it's $HOME and `date`", 'a "quoted" \\ word', `${"largo ".repeat(20)}'`])(
  "a shell hands over %j as it is",
  async (mensaje) => {
    const command = exampleCall(toolWith(mensaje, {}), "https://connect.test");
    const body = command.slice(command.indexOf("-d ") + 3);
    const { stdout } = await run("sh", ["-c", `printf %s ${body}`]);
    expect(JSON.parse(stdout)).toEqual({ input: { mensaje } });
  },
);
