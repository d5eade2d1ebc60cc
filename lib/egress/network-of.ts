import { parseAddress } from "./parse-address.ts";

const mapped = 0xffffn;
/** One machine, or one household: an IPv6 household has a /64. */
const household = { v4: 32, v6: 64 };

/** The network of an address, with that many bits kept; null if it is no address. */
export function networkOf(text: string, kept: { v4: number; v6: number }): string | null {
  const address = parseAddress(text.replace(/%.*$/, ""));
  if (address === null) return null;
  if (address.family === 4) return dotted(address.value, kept.v4);
  // An IPv4 address, as a dual-stack socket shows it.
  if (address.value >> 32n === mapped) return dotted(address.value & 0xffffffffn, kept.v4);
  const value = cut(address.value, 128, kept.v6).toString(16).padStart(32, "0");
  return `${(value.match(/.{4}/g) ?? []).join(":")}/${kept.v6}`;
}

/** The key by which a limit counts callers; null if unknown. */
export function networkOfCaller(address: string | null): string | null {
  return address === null ? null : networkOf(address, household);
}

function dotted(value: bigint, kept: number): string {
  const all = cut(value, 32, kept);
  const octets = [24n, 16n, 8n, 0n].map((shift) => String((all >> shift) & 0xffn));
  return `${octets.join(".")}/${kept}`;
}

function cut(value: bigint, bits: number, kept: number): bigint {
  const rest = BigInt(bits - kept);
  return (value >> rest) << rest;
}
