import { parseAddress, type Address } from "./parse-address.ts";

// Everything outside the public internet, and addresses that only look public: AS112 and AMT
// service blocks, 6to4, Teredo, and the host-local server at 168.63.129.16.
const closedIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

// Only this block is allocated; IPv4-mapped, -compatible and NAT64 forms are all outside it.
const openIpv6 = "2000::/3";

const closedIpv6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20",
];

let known: ReturnType<typeof readBlocks> | undefined;

function readBlocks() {
  return {
    closedIpv4: closedIpv4.map(block),
    openIpv6: block(openIpv6),
    closedIpv6: closedIpv6.map(block),
  };
}

/** Whether the text is an address of the public internet. An unreadable one is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  // Parsed on first use: a cold start does without them.
  const blocks = (known ??= readBlocks());
  if (address.family === 4) return !blocks.closedIpv4.some((closed) => closed(address));
  const isClosed = blocks.closedIpv6.some((closed) => closed(address));
  return blocks.openIpv6(address) && !isClosed && !isIsatap(address.value);
}

/** An interface id of 0000:5efe or 0200:5efe carries an IPv4 address that a router may unwrap. */
function isIsatap(value: bigint): boolean {
  return ((value >> 32n) & 0xfcff_ffffn) === 0x0000_5efen;
}

function block(text: string): (address: Address) => boolean {
  const [start = "", length = ""] = text.split("/");
  const first = parseAddress(start);
  if (first === null) throw new RangeError(`not a block of addresses: ${text}`);
  const shift = BigInt(first.bits - Number(length));
  return (address) => address.value >> shift === first.value >> shift;
}
