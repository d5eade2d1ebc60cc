import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { MailPort } from "./mail.ts";
import { createSmtpMail } from "./smtp-mail.ts";

let server: Server;
let said: string[];
let data: string;
/** Answers to commands with this beginning, instead of the usual ones. */
let answers: Record<string, string>;
let url: string;
let mail: MailPort;

const usual: Record<string, string> = {
  EHLO: "250-one\r\n250 two",
  AUTH: "235 in",
  DATA: "354 go",
};

beforeEach(async () => {
  said = [];
  data = "";
  answers = {};
  server = createServer(converse);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  url = `smtp://ana:s%40creto@127.0.0.1:${port}`;
  mail = mailWithin();
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function mailWithin(limitMs?: number): MailPort {
  const from = "Connect <no-reply@connect.example>";
  return createSmtpMail({ url, from }, new MovableClock(), limitMs);
}

function converse(socket: Socket): void {
  let rest = "";
  let inData = false;
  socket.setEncoding("utf8").write("220 hello\r\n");
  socket.on("data", (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (inData && line !== ".") {
        data += `${line}\n`;
        continue;
      }
      said.push(line);
      inData = line === "DATA" && answers["DATA"] === undefined;
      const verb = line.split(/[ :]/)[0] ?? "";
      socket.write(`${answers[verb] ?? usual[verb] ?? "250 ok"}\r\n`);
      if (verb === "QUIT") socket.end();
    }
  });
}

const one = {
  id: "mail_1",
  to: "eva@maule.example",
  kind: "verify_code",
  subject: "Tu código: ñandú",
  text: "Hola:\n\n01234567\n",
  html: "<p>Hola</p>",
};

test("a mail is handed over, authenticated, with its text complete", async () => {
  await mail.send(one);
  expect(said.slice(0, 5)).toEqual([
    "EHLO connect",
    `AUTH PLAIN ${Buffer.from("\0ana\0s@creto").toString("base64")}`,
    "MAIL FROM:<no-reply@connect.example>",
    "RCPT TO:<eva@maule.example>",
    "DATA",
  ]);
  expect(data).toContain("Message-ID: <mail_1@connect.example>");
  const words = [...data.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word = ""]) =>
    Buffer.from(word, "base64").toString("utf8"),
  );
  expect(words.join("")).toBe(one.subject);
  const [, text = ""] = /text\/plain[^]*?\n\n([^]*?)\n--/.exec(data) ?? [];
  expect(Buffer.from(text, "base64").toString("utf8")).toBe(one.text);
  expect(data.split("\n").every((line) => line.length < 998)).toBe(true);
});

test.each(["AUTH", "RCPT", "DATA", "."])(
  "after a refusal at %s the mail counts as not sent",
  async (at) => {
    answers = { [at]: "550 eva@maule.example is unknown" };
    await expect(mail.send(one)).rejects.toThrow("the mail server answered 550");
  },
);

/** A server that keeps saying this. */
function saying(text: string): void {
  server.removeAllListeners("connection").on("connection", (socket) => {
    const say = (): void => void (socket.destroyed || socket.write(text, () => setImmediate(say)));
    // The connection is cut while it speaks.
    socket.on("error", () => undefined);
    say();
  });
}

test("a server that goes on and on has its time, and no more", async () => {
  saying("220-hello\r\n");
  await expect(mailWithin(100).send(one)).rejects.toThrow("does not answer in time");
});

test("a line without end is not read", async () => {
  saying("2".repeat(10_000));
  await expect(mail.send(one)).rejects.toThrow("a line without end");
});

test.each([
  "eva@maule.example>\r\nRCPT TO:<x@y.example",
  "eva maule@example.cl",
  "ñandú@maule.example",
])("an address cannot contain another command: %j", async (to) => {
  await expect(mail.send({ ...one, to })).rejects.toThrow("not an address");
  expect(said.filter((line) => line.startsWith("RCPT"))).toEqual([]);
});

test("a subject cannot add a header", async () => {
  await mail.send({ ...one, subject: "Hola\r\nBcc: x@y.example" });
  expect(data).not.toMatch(/^Bcc/m);
});
