import { expect, test } from "vitest";
import type { WithParts } from "./answers.ts";
import { lineOf, messageOf, sentOf } from "./message.ts";

const datos = (text: string): string => Buffer.from(text).toString("base64url");

function message(
  headers: Record<string, string>,
  partes: WithParts["partes"] = [
    { tipo: "text/plain", nombre: null, tamano: 4, datos: datos("Hola") },
  ],
): WithParts {
  return {
    id: "m1",
    hilo: "h1",
    etiquetas: ["SENT"],
    recibido: "1787245200000",
    fragmento: "Hola",
    cabeceras: Object.entries(headers).map(([nombre, valor]) => ({ nombre, valor })),
    partes,
  };
}

test("a line has what its headers say, whatever their case", () => {
  const headers = {
    from: "Ana Soto <ana@example.com>",
    TO: '"Ríos, Pedro" <pedro@example.com>, luis@example.com',
    Subject: "Año",
    "Content-Type": 'multipart/mixed; boundary="x"',
  };
  expect(lineOf(message(headers))).toEqual({
    id: "m1",
    hiloId: "h1",
    de: "Ana Soto <ana@example.com>",
    para: ['"Ríos, Pedro" <pedro@example.com>', "luis@example.com"],
    asunto: "Año",
    fecha: "2026-08-20T17:00:00.000Z",
    fragmento: "Hola",
    tieneAdjuntos: true,
  });
});

test("unclosed quotes end with their header, however long that is", () => {
  const open = String.raw`\"`.repeat(50_000);
  for (const tail of ["", "\\", ' <a@example.com>, "', String.raw`\"`]) {
    const TO = open + tail;
    const from = performance.now();
    expect(lineOf(message({ TO })).para.join(",").length).toBeGreaterThan(0);
    // Parsing again from each of its quotes would take half a minute.
    expect(performance.now() - from).toBeLessThan(10_000);
  }
  const TO = String.raw`ana@example.com, "sin fin \" luis@example.com, pedro@example.com`;
  expect(lineOf(message({ TO })).para).toEqual([
    "ana@example.com",
    String.raw`"sin fin \" luis@example.com, pedro@example.com`,
  ]);
});

test("a message without headers is still a message", () => {
  expect(messageOf(message({}))).toMatchObject({ de: "", para: [], cc: [], asunto: "" });
});

test("plain text is preferred to markup, and files are named", () => {
  const parts = [
    { tipo: "text/html", nombre: null, tamano: 9, datos: datos("<p>Hola") },
    { tipo: "text/plain", nombre: null, tamano: 4, datos: datos("Hola") },
    { tipo: "application/pdf", nombre: "año.pdf", tamano: 7, datos: null },
  ];
  expect(messageOf(message({}, parts))).toMatchObject({
    texto: "Hola",
    textoCortado: false,
    tieneAdjuntos: true,
    adjuntos: [{ nombre: "año.pdf", tipo: "application/pdf", tamanoBytes: 7 }],
  });
  expect(messageOf(message({}, parts.slice(0, 1))).texto).toBe("<p>Hola");
});

test("a text is cut at 100 KB, but never within a character", () => {
  const long = `${"a".repeat(100 * 1024 - 1)}ñandú`;
  const { texto, textoCortado } = messageOf(
    message({}, [{ tipo: "text/plain", nombre: null, tamano: 1, datos: datos(long) }]),
  );
  expect([textoCortado, texto.endsWith("a"), texto.length]).toEqual([true, true, 100 * 1024 - 1]);
});

test("a sent mail lists only its addresses, and says when hidden ones are not told", () => {
  const headers = { To: "Ana <ANA@example.com>", "X-Connect-Operation": "oper_1" };
  expect(sentOf(message(headers))).toMatchObject({
    para: ["ana@example.com"],
    cc: [],
    cco: null,
    operacion: "oper_1",
  });
  expect(sentOf(message({ Bcc: "x@example.com" }))).toMatchObject({
    cco: ["x@example.com"],
    operacion: null,
  });
});
