import { encodedWords, mimePart } from "#lib/kernel/mime-text.ts";
import type { Mail } from "./mail.ts";

/** Text and markup of one mail, as sent: pure ASCII, whatever the words. */
export function mimeMessage(mail: Mail, { from, now }: { from: string; now: Date }): string {
  const boundary = `=_${mail.id}`;
  const host = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "connect.invalid";
  const headers = [
    `From: ${oneLine(from)}`,
    `To: <${oneLine(mail.to)}>`,
    `Subject: ${encodedWords(oneLine(mail.subject))}`,
    `Date: ${now.toUTCString().replace("GMT", "+0000")}`,
    // The same for every try: a mail received twice is shown once.
    `Message-ID: <${mail.id}@${host}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  const parts = [mimePart("text/plain", mail.text), mimePart("text/html", mail.html)];
  const body = parts.map((text) => `--${boundary}\r\n${text}`).join("\r\n");
  return `${headers.join("\r\n")}\r\n\r\n${body}\r\n--${boundary}--`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
