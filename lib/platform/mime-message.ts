import type { Mail } from "./mail.ts";

const lineLength = 76;

/** Text and markup of one mail, as it goes over the wire: ASCII alone, whatever the words. */
export function mimeMessage(mail: Mail, { from, now }: { from: string; now: Date }): string {
  const boundary = `=_${mail.id}`;
  const host = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "connect.invalid";
  const headers = [
    `From: ${oneLine(from)}`,
    `To: <${oneLine(mail.to)}>`,
    `Subject: ${encodedWords(oneLine(mail.subject))}`,
    `Date: ${now.toUTCString().replace("GMT", "+0000")}`,
    // The same for every try: who gets it twice sees it once.
    `Message-ID: <${mail.id}@${host}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  const parts = [part("text/plain", mail.text), part("text/html", mail.html)];
  const body = parts.map((text) => `--${boundary}\r\n${text}`).join("\r\n");
  return `${headers.join("\r\n")}\r\n\r\n${body}\r\n--${boundary}--`;
}

function part(type: string, text: string): string {
  const encoded = Buffer.from(text).toString("base64");
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  const headers = [`Content-Type: ${type}; charset=UTF-8`, "Content-Transfer-Encoding: base64"];
  return `${headers.join("\r\n")}\r\n\r\n${lines.join("\r\n")}`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** RFC 2047, a few signs a word: one word may not be longer than 75. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words = Array.from(text).reduce<string[][]>((all, sign, place) => {
    if (place % 12 === 0) all.push([]);
    all.at(-1)?.push(sign);
    return all;
  }, []);
  return words
    .map((signs) => `=?UTF-8?B?${Buffer.from(signs.join("")).toString("base64")}?=`)
    .join("\r\n ");
}
