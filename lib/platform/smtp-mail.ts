import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Mail, MailPort } from "./mail.ts";
import { mimeMessage } from "./mime-message.ts";

interface SmtpSettings {
  /** `smtps://user:password@host:465`; `smtp://` without TLS is only for this machine. */
  url: string;
  /** `Connect <no-reply@connect.example>` */
  from: string;
}

/** For one mail, from the connection to the last answer. */
const limitMs = 20_000;
const longestLine = 65_536;

/**
 * Every mail has its own connection: they are few, and one that hangs does not delay the others.
 */
export function createSmtpMail(
  { url, from }: SmtpSettings,
  clock: Clock,
  mailLimitMs = limitMs,
): MailPort {
  const server = new URL(url);
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return {
    async send(mail) {
      const dialog = await open(server, mailLimitMs);
      try {
        await dialog.heard(220);
        await dialog.say("EHLO connect", 250);
        if (server.username !== "") await dialog.say(`AUTH PLAIN ${login(server)}`, 235);
        await dialog.say(`MAIL FROM:<${plainAddress(sender)}>`, 250);
        await dialog.say(`RCPT TO:<${plainAddress(mail.to)}>`, 250);
        await dialog.say("DATA", 354);
        await dialog.say(`${stuffed(mail, { from, now: clock.now() })}\r\n.`, 250);
      } finally {
        dialog.end();
      }
    },
  };
}

function stuffed(mail: Mail, envelope: { from: string; now: Date }): string {
  return mimeMessage(mail, envelope).replace(/^\./gm, "..");
}

function login({ username, password }: URL): string {
  const words = ["", decodeURIComponent(username), decodeURIComponent(password)];
  return Buffer.from(words.join("\0")).toString("base64");
}

/** Refuses an address that could end a command and begin another one. */
function plainAddress(address: string): string {
  if (/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(address)) return address;
  throw new TypeError("not an address that a mail can be sent to");
}

interface Dialog {
  heard(code: number): Promise<void>;
  say(line: string, code: number): Promise<void>;
  end(): void;
}

async function open({ protocol, hostname, port }: URL, mailLimitMs: number): Promise<Dialog> {
  const isTls = protocol === "smtps:";
  const socket: Socket = isTls
    ? connectTls({ host: hostname, port: Number(port || 465), servername: hostname })
    : connectPlain({ host: hostname, port: Number(port || 25) });
  socket.setEncoding("utf8");
  // A server that says a little now and then is never idle, and never done.
  const late = setTimeout(
    () => socket.destroy(new Error("the mail server does not answer in time")),
    mailLimitMs,
  );
  socket.once("close", () => clearTimeout(late));
  const answers = repliesOf(socket);
  const heard = async (code: number): Promise<void> => {
    const { value } = await answers.next();
    // Its text can quote the address: the number says enough.
    if (value !== code)
      throw new Error(`the mail server answered ${value ?? "nothing"}, not ${code}`);
  };
  return {
    heard,
    say: async (line, code) => {
      socket.write(`${line}\r\n`);
      await heard(code);
    },
    end: () => socket.end("QUIT\r\n"),
  };
}

/** The number of each answer; an answer of several lines ends with the line without a hyphen. */
async function* repliesOf(socket: Socket): AsyncGenerator<number, undefined> {
  let rest = "";
  for await (const chunk of socket as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new Error("the mail server answered a line without end");
    for (const line of lines) if (/^\d{3}(?: |$)/.test(line)) yield Number(line.slice(0, 3));
  }
  return undefined;
}
