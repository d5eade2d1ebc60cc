/**
 * A form in Latin-1, the charset in which the portal reads every form. A character outside it is
 * refused before a document gets here, and never becomes another one.
 */
export function encodeForm(form: Readonly<Record<string, string>>): string {
  return Object.entries(form)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`)
    .join("&");
}

function encodeText(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xff) throw new RangeError("a character that the portal's charset has not");
    if (/[\w.~-]/.test(character)) return character;
    if (character === "\n") return "%0D%0A";
    return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
