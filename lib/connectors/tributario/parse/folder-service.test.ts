import { describe, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { documentIn, foldersIn, generatedOf, isMade } from "./folder-service.ts";

const id = "5b0b6f0e-6b1d-4e4e-9a1a-0c5a7b1d2e3f";
const llave = "7f0c1f0a-4b9e-4d3c-9a51-0e6f2d8c7b13";
const text = (value: object): string => JSON.stringify(value);
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

describe("the answer to the request that makes a folder", () => {
  test("is accepted with the id and the key of its document", () => {
    const key = { id, llave };
    expect(generatedOf(text({ resultado: 0, ...key }))).toEqual({ kind: "accepted", key });
  });

  test.each([
    [41, "ticket"],
    [42, "fields"],
    [50, "rejected"],
  ])("with %i is a known refusal", (resultado, reason) => {
    expect(generatedOf(text({ resultado }))).toEqual({ kind: "refused", reason });
  });

  test.each([
    text({ resultado: 40 }),
    text({ resultado: 99 }),
    text({ resultado: 0 }),
    text({ resultado: "0", id, llave }),
    "<html>",
    "",
  ])("leaves the outcome unknown when it is %s", (answer) => {
    expect(() => generatedOf(answer)).toThrow(AppError);
    expect(thrownBy(() => generatedOf(answer))).toEqual(unexpected);
  });
});

const listed = {
  codigo: "5510042231",
  tipo: "10",
  destinatario: "Arriendos Ñuble",
  correo: "a@example.com",
  fecha: "20261121 09:30:05",
  hasta: "20270219",
  situacion: 1,
};
const list = (...carpetas: object[]): string =>
  text({ resultado: 0, cantidad: carpetas.length, carpetas });

describe("the list", () => {
  test("names each folder, when it was made, and until when it is open", () => {
    expect(foldersIn(list(listed, { ...listed, codigo: "7", tipo: "90", situacion: 2 }))).toEqual([
      {
        codigo: "5510042231",
        tipo: "creditos",
        destinatario: "Arriendos Ñuble",
        correo: "a@example.com",
        generadaEn: new Date("2026-11-21T12:30:05.000Z"),
        consultableHasta: "2027-02-19",
        revocada: false,
      },
      expect.objectContaining({ codigo: "7", tipo: "personalizada", revocada: true }),
    ]);
    expect(foldersIn(list())).toEqual([]);
  });

  test.each([
    ["fewer than it says", text({ resultado: 0, cantidad: 2, carpetas: [listed] })],
    ["an unknown kind", list({ ...listed, tipo: "11" })],
    ["an unknown state", list({ ...listed, situacion: 4 })],
    ["no time", list({ ...listed, fecha: "20261121" })],
    ["no end", list({ ...listed, hasta: "" })],
    ["another result", text({ resultado: 40, cantidad: 0, carpetas: [] })],
  ])("with %s is unreadable", (_, answer) => {
    expect(thrownBy(() => foldersIn(answer))).toEqual(unexpected);
  });
});

test("a folder is ready in its third state, and there are only three", () => {
  expect([1, 2, 3].map((estado) => isMade(text({ estado })))).toEqual([false, false, true]);
  expect(thrownBy(() => isMade(text({ estado: 9 })))).toEqual(unexpected);
});

test("a document is its decoded base64, and may be empty", () => {
  const contenido = Buffer.from("%PDF-1.4").toString("base64");
  expect(documentIn(text({ resultado: 0, contenido })).toString()).toBe("%PDF-1.4");
  expect(documentIn(text({ resultado: 0, contenido: "" }))).toHaveLength(0);
  for (const answer of [{ resultado: 43 }, { resultado: 0, contenido: "ñ" }]) {
    expect(thrownBy(() => documentIn(text(answer)))).toEqual(unexpected);
  }
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.fail("it answered");
}
