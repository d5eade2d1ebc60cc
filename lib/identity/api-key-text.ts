import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "connect_sk_";
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** 32 random bytes and a checksum, so that a mistyped key is refused without a query. */
export function newApiKeyText(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  return `${prefix}${secret}${checksum(secret)}`;
}

export function isApiKeyText(text: string): boolean {
  if (!shape.test(text)) return false;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return text.endsWith(checksum(secret));
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
