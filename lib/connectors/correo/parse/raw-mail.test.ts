import { expect, test } from "vitest";
import { rawMail } from "./raw-mail.ts";

const mail = {
  para: ["ana@example.com"],
  cc: [],
  cco: ["x@example.com"],
  asunto: "Señal de término, año 2026: Ñandú y compañía",
  cuerpo: "Hola\nÑandú",
  formato: "texto",
  enRespuestaA: null,
} as const;

const headOf = (raw: string): string =>
  Buffer.from(raw, "base64url").toString("latin1").split("\r\n\r\n")[0] ?? "";
const headersOf = (raw: string): string[] => headOf(raw).replaceAll("\r\n ", " ").split("\r\n");

test("a mail is pure ASCII, with its operation in a header", () => {
  const raw = rawMail(mail, { operacion: "oper_1", answered: null });
  const text = Buffer.from(raw, "base64url").toString("latin1");
  expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(headersOf(raw)).toEqual(
    expect.arrayContaining([
      "To: ana@example.com",
      "Bcc: x@example.com",
      "X-Connect-Operation: oper_1",
    ]),
  );
  const [, body = ""] = text.split("\r\n\r\n");
  expect(Buffer.from(body, "base64").toString("utf8")).toBe(mail.cuerpo);
});

test("a reply names the message, and nothing that its sender smuggled in", () => {
  const named = rawMail(mail, {
    operacion: "oper_1",
    answered: { messageId: "<a@example.com>", references: "<b@example.com>" },
  });
  expect(headersOf(named)).toEqual(
    expect.arrayContaining([
      "In-Reply-To: <a@example.com>",
      "References: <b@example.com> <a@example.com>",
    ]),
  );
  const evil = rawMail(mail, {
    operacion: "oper_1",
    answered: { messageId: "<a>\r\nBcc: mallory@example.com", references: null },
  });
  expect(headersOf(evil).join("\n")).not.toContain("mallory");
});

test("a hundred recipients and a long conversation make no line longer than a mail may have", () => {
  const many = Array.from({ length: 100 }, (_, n) => `persona-${n}@example.com`);
  const long = { messageId: `<${"a".repeat(890)}>`, references: `<${"b".repeat(890)}>` };
  const raw = rawMail({ ...mail, para: many, cc: many }, { operacion: "oper_1", answered: long });
  const lines = headOf(raw).split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(headersOf(raw)).toContain(`To: ${many.join(", ")}`);
});

test.each(["🎉".repeat(90), "=?UTF-8?B?UEFHQURP?="])(
  "the subject %s arrives as typed",
  (asunto) => {
    const raw = rawMail({ ...mail, asunto }, { operacion: "oper_1", answered: null });
    const lines = headOf(raw)
      .split("\r\n")
      .filter((line) => line.includes("=?"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76);
    const words = lines.map((line) => /=\?UTF-8\?B\?(.+)\?=/.exec(line)?.[1] ?? "");
    expect(words.map((word) => Buffer.from(word, "base64").toString("utf8")).join("")).toBe(asunto);
  },
);
