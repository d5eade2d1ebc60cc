import { createServer, type AddressInfo, type Socket } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createCertificate, type Certificate } from "#lib/egress/testing/tls-server.ts";
import type { MailPort } from "./mail.ts";
import { createSmtpMail } from "./smtp-mail.ts";
import { smtpServer, type SmtpServer } from "./testing/smtp-server.ts";

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate({ type: 2, value: "mail.example" });
});

const from = "Connect <no-reply@connect.example>";
const clock = { now: () => new Date("2026-11-21T12:00:00Z") };

/** Over what this machine alone can hear. */
function mailHere({ port }: Pick<SmtpServer, "port">, mailMs?: number): MailPort {
  const url = `smtp://ana:s%40creto@127.0.0.1:${port}`;
  return createSmtpMail({ url, from }, clock, mailMs === undefined ? {} : { mailMs });
}

/** At the server of another machine, which is played here. */
function mailAt(protocol: "smtp" | "smtps", { port }: SmtpServer, name = "mail.example"): MailPort {
  const url = `${protocol}://ana:s%40creto@${name}:${port}`;
  return createSmtpMail({ url, from }, clock, { address: "127.0.0.1", ca: certificate.ca });
}

const one = {
  id: "mail_1",
  to: "eva@maule.example",
  kind: "verify_code",
  subject: "Tu código: ñandú",
  text: "Hola:\n\n01234567\n.\n",
  html: "<p>Ñandú</p>",
};

const plain = `AUTH PLAIN ${Buffer.from("\0ana\0s@creto").toString("base64")}`;

const decoded = (text: string) => Buffer.from(text, "base64").toString("utf8");

/** What the subject says, encoded or not. */
function subjectOf(data: string): string {
  const [, folded = ""] = /^Subject: (.*(?:\n .*)*)/m.exec(data) ?? [];
  const words = folded.replaceAll(/\?=\s+=\?/g, "?==?");
  return words.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_all, word: string) => decoded(word));
}

/** A part's text, however it was written. */
function partOf(data: string, type: string): string {
  const part = data.split(`Content-Type: ${type}`)[1]?.split("\n--")[0] ?? "";
  const text = part.slice(part.indexOf("\n\n") + 2);
  return part.includes("Encoding: base64") ? decoded(text) : text;
}

describe("a mail", () => {
  test("is handed over, authenticated, with its text complete", async () => {
    const server = await smtpServer();
    await mailHere(server).send(one);
    expect(server.said.slice(0, 5)).toEqual([
      "EHLO connect",
      plain,
      "MAIL FROM:<no-reply@connect.example>",
      "RCPT TO:<eva@maule.example>",
      "DATA",
    ]);
    const { data } = server;
    expect(data).toContain("Message-ID: <mail_1@connect.example>");
    expect(data).toContain("Date: Sat, 21 Nov 2026 12:00:00 +0000");
    expect(data).toContain("Auto-Submitted: auto-generated");
    expect(data).toContain("From: Connect <no-reply@connect.example>");
    expect(data).toMatch(/^To: <?eva@maule\.example>?$/m);
    expect(subjectOf(data)).toBe(one.subject);
    expect(partOf(data, "text/plain")).toBe(one.text);
    expect(partOf(data, "text/html")).toBe(one.html);
    expect(data.split("\n").every((line) => line.length < 998)).toBe(true);
    expect(Buffer.byteLength(data)).toBe(data.length);
  });

  test("is the same for every try, but for what divides its parts", async () => {
    const tries = [await smtpServer(), await smtpServer()];
    for (const server of tries) await mailHere(server).send(one);
    const [first, second] = tries.map(({ data }) => {
      const [, boundary = "missing"] = /boundary="([^"]+)"/.exec(data) ?? [];
      return data.replaceAll(boundary, "");
    });
    expect(first).toBe(second);
  });

  test.each(["AUTH", "MAIL", "RCPT", "DATA", "."])(
    "counts as not sent after a refusal at %s, and nobody's words are repeated",
    async (at) => {
      const server = await smtpServer({ answers: { [at]: "550 eva@maule.example is unknown" } });
      await expect(mailHere(server).send(one)).rejects.toThrow(/^the mail server answered 550$/);
    },
  );

  test.each([
    "eva@maule.example>\r\nRCPT TO:<x@y.example",
    "eva maule@example.cl",
    "ñandú@maule.example",
  ])("is not sent to what contains another command: %j", async (to) => {
    const server = await smtpServer();
    await expect(mailHere(server).send({ ...one, to })).rejects.toThrow("not an address");
    expect(server.said).toEqual([]);
  });

  test.each(["eva@maule.example,x@y.example", "x:eva@maule.example;", "eva@maule.example/x"])(
    "has one recipient, whatever the address: %s",
    async (to) => {
      const server = await smtpServer();
      await mailHere(server).send({ ...one, to });
      const recipients = server.said.filter((line) => line.startsWith("RCPT"));
      expect(recipients.map((line) => line.replaceAll('"', ""))).toEqual([`RCPT TO:<${to}>`]);
    },
  );

  test.each([
    "Hola\r\nBcc: x@y.example",
    "Hola =?UTF-8?B?eA==?= 🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙🦙",
  ])("arrives with its subject, which adds no header: %j", async (subject) => {
    const server = await smtpServer();
    await mailHere(server).send({ ...one, subject });
    expect(server.data).not.toMatch(/^Bcc/m);
    expect(subjectOf(server.data)).toBe(subject.replace("\r\n", " "));
  });
});

describe("over a network", () => {
  const all = (said: string[]) => said.map((line) => line.split(/[ :]/).slice(0, 2).join(" "));
  const overTls = ["tls EHLO", "tls AUTH", "tls MAIL", "tls RCPT", "tls DATA", "tls ."];

  test("TLS is there from the first byte", async () => {
    const server = await smtpServer({ tls: certificate });
    await mailAt("smtps", server).send(one);
    expect(all(server.said)).toEqual(overTls);
  });

  test("or it is asked for before anything is said", async () => {
    const server = await smtpServer({ startTls: certificate });
    await mailAt("smtp", server).send(one);
    expect(all(server.said)).toEqual(["EHLO connect", "STARTTLS", ...overTls]);
    expect(server.said).toContain(`tls ${plain}`);
  });

  test("a server that knows passwords by the older way alone gets them so", async () => {
    const answers = { EHLO: "250-one\r\n250 AUTH LOGIN", AUTH: "334 VXNlcm5hbWU6" };
    const server = await smtpServer({
      tls: certificate,
      answers: { ...answers, YW5h: "334 UGFzc3dvcmQ6", "c0BjcmV0bw==": "235 in" },
    });
    await mailAt("smtps", server).send(one);
    expect(server.said.slice(1, 4)).toEqual(["tls AUTH LOGIN", "tls YW5h", "tls c0BjcmV0bw=="]);
  });

  test.each([
    ["does not know it", {}],
    ["hides it and refuses", { answers: { EHLO: "250 one", STARTTLS: "454 not now" } }],
    ["does not even know EHLO", { answers: { EHLO: "502 what?" } }],
  ])("a server that %s hears no password and no mail", async (_how, options) => {
    const server = await smtpServer(options);
    await expect(mailAt("smtp", server).send(one)).rejects.toThrow(
      /^the mail server answered \d+$/,
    );
    expect(all(server.said).filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([]);
  });

  test.each(["smtps", "smtp"] as const)("a certificate for another name: %s", async (protocol) => {
    const server = await smtpServer(
      protocol === "smtps" ? { tls: certificate } : { startTls: certificate },
    );
    const sent = mailAt(protocol, server, "other.example").send(one);
    await expect(sent).rejects.toThrow("the mail server: ERR_TLS_CERT_ALTNAME_INVALID");
    expect(server.said.filter((line) => line.startsWith("tls"))).toEqual([]);
  });
});

describe("a hostile server", () => {
  /** Keeps saying this, in any state. */
  async function saying(text: string, everyMs: number, first = ""): Promise<{ port: number }> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      const say = (): void => {
        if (!socket.destroyed) socket.write(text, () => setTimeout(say, everyMs));
      };
      // The connection is cut while it speaks.
      socket.on("error", () => undefined);
      if (first === "") say();
      else socket.once("data", say).write(first);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port };
  }

  test("that goes on and on has its time, and no more", async () => {
    const server = await saying("250-more\r\n", 10, "220 hello\r\n");
    await expect(mailHere(server, 400).send(one)).rejects.toThrow("does not answer in time");
  });

  test("that says nothing has its time, and no more", async () => {
    const server = await saying("", 1_000);
    await expect(mailHere(server, 150).send(one)).rejects.toThrow("does not answer in time");
  });

  test.each([
    ["a line", "2".repeat(10_000)],
    ["an answer", "220-hello\r\n".repeat(1_000)],
  ])("is not read any further after %s without end", async (_what, text) => {
    const server = await saying(text, 0);
    await expect(mailHere(server).send(one)).rejects.toThrow("the mail server: EPROTOCOL");
  });
});
