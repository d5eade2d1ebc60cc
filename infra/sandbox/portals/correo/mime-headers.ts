export interface Header {
  name: string;
  /** Unfolded but otherwise raw, with encoded words. */
  value: string;
}

export function readHeaders(head: string): Header[] {
  return head
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [{ name, value: value.trim() }];
    });
}

export function headerText(headers: readonly Header[], name: string): string | undefined {
  const found = headers.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return found && decodedWords(found.value);
}

/** Replaces a header, or drops it with null. The others stay as they were written. */
export function withHeaders(raw: Buffer, changes: Record<string, string | null>): Buffer {
  const text = raw.toString("latin1");
  const [gap = "\r\n\r\n"] = /\r?\n\r?\n/.exec(text) ?? [];
  const [head = "", ...body] = text.split(gap);
  const names = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  const kept = head
    .split(/\r?\n(?![ \t])/)
    .filter((line) => !names.has((line.split(":")[0] ?? "").toLowerCase()));
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return Buffer.from([...added, ...kept].join("\r\n") + gap + body.join(gap), "latin1");
}

/** Only the addresses, in lower case. */
export function addressesIn(header: string | undefined): string[] {
  return (header ?? "")
    .replaceAll(/"[^"]*"/g, "")
    .split(",")
    .map((one) => (/<([^>]+)>/.exec(one)?.[1] ?? one).trim().toLowerCase())
    .filter((one) => one !== "");
}

const word = /=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi;

function decodedWords(value: string): string {
  const joined = value.replaceAll(/\?=\s+=\?/g, "?==?");
  const isEncoded = joined.search(word) >= 0;
  if (!isEncoded) return Buffer.from(joined, "latin1").toString("utf8");
  return joined.replaceAll(word, (_, charset: string, kind: string, text: string) => {
    const bytes =
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64")
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replaceAll(/=([0-9A-F]{2})/gi, (__, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          );
    return bytes.toString(/utf-?8/i.test(charset) ? "utf8" : "latin1");
  });
}
