import { expect, test } from "vitest";
import type { CallMeta, ToolAnswer } from "#lib/tools/call/index.ts";
import { resultOf } from "./results.ts";

const meta: CallMeta = {
  request_id: "req_01k2ap5bx0q8zt3v6wdn9ym4hc",
  plane: "action",
  latency_ms: 1,
  audit_status: "recorded",
};
const answer = (data: unknown): ToolAnswer => ({ status: 200, headers: {}, body: { data, meta } });

test("a small document is answered as over REST", () => {
  const given = answer({ nombreArchivo: "dte-33-1.pdf", contenidoBase64: "JVBERi0xLjQ=" });
  const { content, structuredContent } = resultOf(given, null);
  expect(structuredContent).toEqual(given.body);
  expect(content).toEqual([{ type: "text", text: JSON.stringify(given.body) }]);
});

test("a document too long for any model becomes a resource, and its field names it", () => {
  const blob = Buffer.alloc(90_000, 7).toString("base64");
  const { content, structuredContent } = resultOf(
    answer({ folio: 1, nombreArchivo: "dte-33-1.pdf", contenidoBase64: blob }),
    null,
  );
  const uri = "connect://documents/dte-33-1.pdf";
  expect(structuredContent).toMatchObject({
    data: { folio: 1, nombreArchivo: "dte-33-1.pdf", contenidoBase64: uri },
  });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(1_000);
  expect(content[1]).toEqual({
    type: "resource",
    resource: { uri, mimeType: "application/pdf", blob },
  });
});

test("any other answer that is too long becomes resources too, the longest field first", () => {
  const advertencias = ["a", "b", "c"].map((letter) => letter.repeat(60_000));
  const detalle = { texto: "d".repeat(40_000) };
  const { content, structuredContent } = resultOf(
    answer({ folio: 7, advertencias, detalle }),
    null,
  );
  expect(structuredContent).toMatchObject({
    data: { folio: 7, advertencias: "connect://documents/advertencias.json", detalle },
  });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(50_000);
  const [, file] = content as { resource: { mimeType: string; blob: string } }[];
  expect(file?.resource.mimeType).toBe("application/json");
  expect(JSON.parse(Buffer.from(file?.resource.blob ?? "", "base64").toString())).toEqual(
    advertencias,
  );
});
