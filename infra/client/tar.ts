/** A file of the archive. */
interface Packed {
  /** With slashes, at most 100 characters: the plain header cannot hold more. */
  name: string;
  bytes: Uint8Array;
}

const block = 512;

/** A tar archive (POSIX ustar) without any trace of when, where and by whom it was made. */
export function tarOf(files: readonly Packed[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [headerOf(name, bytes.length), padded(bytes)]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for the archive`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at);
  header.write(name, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  // The checksum is computed with spaces in its own field.
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function padded(bytes: Uint8Array): Buffer {
  const whole = Buffer.alloc(Math.ceil(bytes.length / block) * block);
  whole.set(bytes);
  return whole;
}
