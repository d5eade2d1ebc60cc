/** A client's first message, with its application's name added, and the bytes after it. */
export function namedStartup(first: Buffer, applicationName: string): Buffer {
  const length = first.readInt32BE(0);
  // The list of settings ends with an empty name.
  const settings = first.subarray(0, length - 1);
  const named = Buffer.concat([settings, Buffer.from(`application_name\0${applicationName}\0\0`)]);
  named.writeInt32BE(named.length, 0);
  return Buffer.concat([named, first.subarray(length)]);
}
