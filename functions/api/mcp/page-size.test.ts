import { expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import type { Tool } from "#lib/contract/index.ts";
import { agentPageSize, askedRows, withPage } from "./page-size.ts";

const toolOf = (id: string): Tool => {
  const found = connectors.flatMap(({ tools }) => tools).find((tool) => tool.id === id);
  if (found === undefined) throw new TypeError(`no tool ${id}`);
  return found;
};
const parts = {
  campos: ["fecha", "descripcion", "monto", "type", "conexionId"],
  formato: "columnas",
};
const connections = (count: number) =>
  Array.from({ length: count }, (_, n) => `conn_${String(n).padStart(26, "0")}`);

test.each([1, 20, 27, 30, 49, 50])(
  "the tool accepts a page of %i connections, whether or not the caller set its length",
  (count) => {
    const tool = toolOf("conexiones.movimientos.consultar");
    const asked = { conexiones: connections(count), ...parts };
    for (const input of [asked, { ...asked, limit: 200 }]) {
      expect(tool.input.safeParse(input).error).toBeUndefined();
      const size = agentPageSize(tool, input) ?? 0;
      expect(tool.input.safeParse(withPage(input, size)).error).toBeUndefined();
      expect(size).toBeGreaterThan(150);
    }
  },
);

test("a mail search, which makes one request per row, has pages as long as over REST", () => {
  const tool = toolOf("correo.correos.buscar");
  const pageOf = (input: object) => withPage(input, agentPageSize(tool, input) ?? 0);
  expect(pageOf({ consulta: "in:inbox" })).toEqual({ consulta: "in:inbox", limit: 20 });
  expect(pageOf({ consulta: "in:inbox", limit: 7 })).toEqual({ consulta: "in:inbox", limit: 7 });
  expect(pageOf({ consulta: "in:inbox", limit: 50 })).toEqual({ consulta: "in:inbox", limit: 50 });
  expect(askedRows(tool, { consulta: "in:inbox" })).toBe(20);
});
