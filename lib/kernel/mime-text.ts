const lineLength = 76;

/** RFC 2047, a few signs a word: one word may not be longer than 75. */
export function encodedWords(text: string): string {
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

/** A text of a mail with its headers: ASCII alone over the wire, whatever the words. */
export function mimePart(type: string, text: string): string {
  const encoded = Buffer.from(text).toString("base64");
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  const headers = [`Content-Type: ${type}; charset=UTF-8`, "Content-Transfer-Encoding: base64"];
  return `${headers.join("\r\n")}\r\n\r\n${lines.join("\r\n")}`;
}
