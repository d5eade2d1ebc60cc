const headBytes = 20;
const textType = 25;

/**
 * Texts in Postgres's binary format for `text[]`. A literal would be scanned character by character
 * on both sides, and only be built once the connection is free.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const bytes = texts.reduce(
    (sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)),
    headBytes,
  );
  const array = Buffer.allocUnsafe(bytes);
  // The header: one dimension, may contain nulls, element type, length, first index 1.
  [1, 1, textType, texts.length, 1].forEach((part, at) => array.writeInt32BE(part, at * 4));
  let at = headBytes;
  for (const text of texts) {
    const length = text === null ? -1 : array.write(text, at + 4);
    at = array.writeInt32BE(length, at) + Math.max(length, 0);
  }
  return array;
}
