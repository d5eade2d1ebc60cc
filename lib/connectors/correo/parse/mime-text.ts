const lineLength = 76;

/** RFC 2047: with its word of nine characters of up to four bytes, a line stays within 76. */
export function encodedWords(text: string): string {
  // A text that looks like a word is encoded too, or its reader would see what it decodes to.
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("=?")) return text;
  const words = Array.from(text).reduce<string[][]>((all, sign, place) => {
    if (place % 9 === 0) all.push([]);
    all.at(-1)?.push(sign);
    return all;
  }, []);
  return words
    .map((signs) => `=?UTF-8?B?${Buffer.from(signs.join("")).toString("base64")}?=`)
    .join("\r\n ");
}

/** A text part of a mail with its headers: pure ASCII, whatever the text. */
export function mimePart(type: string, text: string): string {
  const encoded = Buffer.from(text).toString("base64");
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  const headers = [`Content-Type: ${type}; charset=UTF-8`, "Content-Transfer-Encoding: base64"];
  return `${headers.join("\r\n")}\r\n\r\n${lines.join("\r\n")}`;
}
