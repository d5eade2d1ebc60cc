const headBytes = 20;
const textType = 25;

/**
 * Texts as Postgres itself sends and takes a `text[]`. As a literal it would be looked through character
 * by character on both sides, and only be put together once the connection is free.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const bytes = texts.reduce(
    (sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)),
    headBytes,
  );
  const array = Buffer.allocUnsafe(bytes);
  // One dimension, nulls among them, their type, how many, and that the first is the first.
  [1, 1, textType, texts.length, 1].forEach((part, at) => array.writeInt32BE(part, at * 4));
  let at = headBytes;
  for (const text of texts) {
    const length = text === null ? -1 : array.write(text, at + 4);
    at = array.writeInt32BE(length, at) + Math.max(length, 0);
  }
  return array;
}
