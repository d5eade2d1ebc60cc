import { expect, test } from "vitest";
import { companyParts, listIn, parseEnvelope, partIn, textIn } from "./envelope.ts";
import { parseXml } from "./xml.ts";
import { SessionEnded } from "#lib/contract/index.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("elements, texts and references are read, in their order", () => {
  const source = `<?xml version="1.0"?>\n<!-- no --><a x="1">\n<b>Ñuble &amp; Sur &#209;&#xF1; &lt;1&gt;</b><c/><d><![CDATA[<x>]]></d></a>\n`;
  const { tag, children } = parseXml(source);
  expect(tag).toBe("a");
  expect(children.map(({ tag: name, text }) => [name, text])).toEqual([
    ["b", "Ñuble & Sur Ññ <1>"],
    ["c", ""],
    ["d", "<x>"],
  ]);
});

test.each([
  "",
  "text",
  "<a>",
  "<a></b>",
  "<a></a><b></b>",
  "<a/>text",
  "</a>",
  "<a><b></a></b>",
  "<a>&unknown;</a>",
  "<a>a & b</a>",
  "<a>&#x110000;</a>",
  "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
  "<html><body><br></body></html>",
])("%j is not XML as the portal writes it", (source) => {
  expect(() => parseXml(source)).toThrow(unexpected);
});

const envelope = (codigo: string, parts = "") =>
  `<sobre><cabecera><llamada>7</llamada></cabecera><codigo>${codigo}</codigo>${parts}</sobre>`;
const holder = "<titular><rut>76555835-2</rut><nombre>Comercial</nombre></titular>";
const company = "76555835-2";

test("an envelope is the answer to its own call", () => {
  const { codigo, partes } = parseEnvelope(envelope("0", holder), 7);
  expect([codigo, partes.map(({ tag }) => tag)]).toEqual(["0", ["titular"]]);
  for (const text of [envelope("0"), "<a/>", "<sobre><codigo>0</codigo></sobre>"]) {
    expect(() => parseEnvelope(text, 8)).toThrow(unexpected);
  }
});

test("an answer is for one company and an open session, and has a known code", () => {
  const partsOf = (text: string, rut = company) => companyParts(parseEnvelope(text, 7), rut);
  expect(partsOf(envelope("0", holder))).toHaveLength(1);
  expect(() => partsOf(envelope("0", holder), "76177907-9")).toThrow(
    expect.objectContaining({ code: "connection_identity_mismatch" }),
  );
  expect(() => partsOf(envelope("110"))).toThrow(SessionEnded);
  expect(() => partsOf(envelope("0"))).toThrow(unexpected);
  expect(() => partsOf(envelope("150"))).toThrow(unexpected);
});

test("a list must be as long as it says, and a row must have each field once", () => {
  const list = { list: "filas", row: "fila", fields: ["a", "b"] } as const;
  const read = (count: number, rows: string) =>
    listIn(parseXml(`<x><cantidad>${count}</cantidad><filas>${rows}</filas></x>`).children, list);
  expect(read(0, "")).toEqual([]);
  expect(read(1, "<fila><a>1</a><b/><c>3</c></fila>")).toEqual([{ a: "1", b: "" }]);
  expect(read(1, "<fila><a>1</a></fila>")).toEqual([null]);
  expect(read(1, "<fila><a>1</a><b/><a>2</a></fila>")).toEqual([null]);
  expect(() => read(1, "")).toThrow(unexpected);
  expect(() => read(1, "<otra/>")).toThrow(unexpected);
  expect(() => listIn([], list)).toThrow(unexpected);
});

test("a part that is missing, duplicated, or not text is another shape", () => {
  const { children } = parseXml("<x><a>1</a><b>1</b><b>2</b><c><d/></c></x>");
  expect(textIn(children, "a")).toBe("1");
  expect(() => partIn(children, "b")).toThrow(unexpected);
  expect(() => textIn(children, "c")).toThrow(unexpected);
  expect(() => textIn(children, "e")).toThrow(unexpected);
});
