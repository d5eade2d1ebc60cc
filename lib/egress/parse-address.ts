export type Address =
  | { family: 4; value: bigint; bits: 32 }
  | { family: 6; value: bigint; bits: 128 };

const octet = /^(?:0|[1-9]\d{0,2})$/;
const group = /^[0-9a-f]{1,4}$/i;

/**
 * Parses an address in its canonical text only: no octal, no short form, no zone id. Null means
 * "not one".
 */
export function parseAddress(text: string): Address | null {
  if (text.includes(":")) return parseIpv6(text);
  const value = parseIpv4(text);
  return value === null ? null : { family: 4, value, bits: 32 };
}

function parseIpv4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (!octet.test(part) || Number(part) > 255) return null;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseIpv6(text: string): Address | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = "", tail] = halves;
  const before = parseGroups(head, tail === undefined);
  const after = tail === undefined ? [] : parseGroups(tail, true);
  if (before === null || after === null) return null;

  const missing = 8 - before.length - after.length;
  // "::" replaces at least one group; without it all eight are written.
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after];
  const value = groups.reduce((sum, part) => (sum << 16n) | part, 0n);
  return { family: 6, value, bits: 128 };
}

/** The groups between colons; the last may be a dotted IPv4 address at the end of the text. */
function parseGroups(text: string, endsTheText: boolean): bigint[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const dotted = endsTheText && last.includes(".") ? parseIpv4(last) : undefined;
  if (dotted === null) return null;
  const plain = dotted === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => group.test(part))) return null;
  const groups = plain.map((part) => BigInt(`0x${part}`));
  return dotted === undefined ? groups : [...groups, dotted >> 16n, dotted & 0xffffn];
}
