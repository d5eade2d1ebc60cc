import { parseAddress } from "./parse-address.ts";

const mapped = 0xffffn;
/** Of one machine, or of one household: an IPv6 address comes with a /64 of them. */
const household = { v4: 32, v6: 64 };

/** The network of an address, so many bits of it kept; null for what is no address. */
export function networkOf(text: string, kept: { v4: number; v6: number }): string | null {
  const address = parseAddress(text.replace(/%.*$/, ""));
  if (address === null) return null;
  if (address.family === 4) return dotted(address.value, kept.v4);
  // One of the older kind, as a socket of both kinds shows it.
  if (address.value >> 32n === mapped) return dotted(address.value & 0xffffffffn, kept.v4);
  const value = cut(address.value, 128, kept.v6).toString(16).padStart(32, "0");
  return `${(value.match(/.{4}/g) ?? []).join(":")}/${kept.v6}`;
}

/** By what a limit counts who calls; null where that is not known. */
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
