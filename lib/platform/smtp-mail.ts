import type { SMTPTransportOptions } from "nodemailer/lib/smtp-transport";
import type { Clock } from "#lib/kernel/clock.ts";
import { isLoopback } from "#lib/kernel/setting-types.ts";
import type { MailPort } from "./mail.ts";

interface SmtpSettings {
  /**
   * `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which turns to TLS before
   * anything is said; only to this machine it may go without.
   */
  url: string;
  /** `Connect <no-reply@connect.example>` */
  from: string;
}

interface SmtpLimits {
  /** For one mail, from the lookup of the server's name to its last answer. */
  mailMs?: number;
  /** Where the server is, and who certifies it, if not as everywhere. */
  address?: string;
  ca?: string;
}

const mostAnswerBytes = 65_536;

/**
 * Every mail has its own connection: they are few, and one that hangs does not delay the others.
 * The library is loaded with the first one.
 */
export function createSmtpMail(
  { url, from }: SmtpSettings,
  clock: Clock,
  { mailMs = 20_000, ...at }: SmtpLimits = {},
): MailPort {
  const server = new URL(url);
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const host = /@([\w.-]+)$/.exec(sender)?.[1] ?? "connect.invalid";
  return {
    async send(mail) {
      const to = exactly(mail.to);
      const { createTransport } = await import("nodemailer");
      const limit = AbortSignal.timeout(mailMs);
      const transport = createTransport(optionsOf(server, mailMs, at));
      try {
        await transport.sendMail({
          from,
          to,
          envelope: { from: exactly(sender), to: [to] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          textEncoding: "base64",
          date: clock.now(),
          // The same for every try: a mail received twice is shown once.
          messageId: `<${mail.id}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
          // A server that says a little now and then is never idle, and never done.
          signal: limit,
        });
      } catch (error) {
        throw failureOf(error, limit.aborted);
      }
    },
  };
}

function optionsOf(
  { protocol, hostname, port, username, password }: URL,
  mailMs: number,
  { address, ca }: Pick<SmtpLimits, "address" | "ca">,
): SMTPTransportOptions {
  const secure = protocol === "smtps:";
  const isHere = isLoopback(hostname);
  const host = hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(username);
  return {
    host: address ?? host,
    ...(address !== undefined && { servername: host }),
    port: Number(port || (secure ? 465 : isHere ? 25 : 587)),
    secure,
    // Asked for even if it is not offered: without it nothing else is said.
    requireTLS: !isHere,
    ignoreTLS: isHere,
    tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    // A server that does not say that it knows passwords is given ours all the same, or none of it.
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(password) }, forceAuth: true }),
    name: "connect",
    maxResponseSize: mostAnswerBytes,
    connectionTimeout: mailMs,
    greetingTimeout: mailMs,
    socketTimeout: mailMs,
    dnsTimeout: mailMs,
    socketCloseTimeout: 1_000,
  };
}

/** Refuses an address that could end a command and begin another one. Not parsed: one stays one. */
function exactly(address: string): { name: string; address: string } {
  if (/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(address)) return { name: "", address };
  throw new TypeError("not an address that a mail can be sent to");
}

/** The server's words can quote the address: its number, or the kind of failure, says enough. */
function failureOf(error: unknown, isLate: boolean): Error {
  const { responseCode, originalCode, code } = error as Record<string, string | number | undefined>;
  if (isLate || code === "ETIMEDOUT") return new Error("the mail server does not answer in time");
  if (typeof responseCode === "number")
    return new Error(`the mail server answered ${responseCode}`);
  return new Error(`the mail server: ${originalCode ?? code ?? "failed"}`);
}
