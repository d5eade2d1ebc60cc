const scale = 1_000_000n;
const decimalShapes = { ",": /^(\d{1,12})(?:,(\d{1,6}))?$/, ".": /^(\d{1,12})(?:\.(\d{1,6}))?$/ };

/** `1,5` → 1500000n: exact millionths. The other decimal mark is invalid. */
export function readDecimal(text: string, mark: "," | "." = ","): bigint | undefined {
  const match = decimalShapes[mark].exec(text.trim());
  if (!match) return undefined;
  return BigInt(match[1] ?? "0") * scale + BigInt((match[2] ?? "").padEnd(6, "0"));
}

/** Without trailing zeros: `1,50` prints as `1,5`. */
export function printDecimal(millionths: bigint): string {
  const rest = String(millionths % scale)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${millionths / scale}${rest ? `,${rest}` : ""}`;
}

/** Quantity times price, half a peso rounded up, minus the discount, half a peso rounded up. */
export function lineAmounts(quantity: bigint, price: bigint, discountPct: bigint) {
  const gross = roundedDivision(quantity * price, scale * scale);
  const discount = roundedDivision(gross * discountPct, 100n * scale);
  return { discount: Number(discount), amount: Number(gross - discount) };
}

function roundedDivision(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n);
}
