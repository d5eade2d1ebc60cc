/** An object, so that an amount of 0 is not mistaken for an unread one. */
type Monto = { value: number };

const CURRENCY = String.raw`(?:US\$|USD|CLP|EUR|CLF|UF|\$|€)`;
const AMOUNT = new RegExp(
  String.raw`^(?<open>\()?(?<before>[-+])?${CURRENCY}?(?<inside>[-+])?` +
    String.raw`(?<whole>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?<fraction>\d{1,4}))?` +
    String.raw`(?<after>[-+])?(?<close>\))?$`,
);
// 50,000 is fifty in Chile and fifty thousand where a comma groups digits: it is ambiguous.
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;
const SPLIT_NUMBER = /[\d.,]\s+[\d.,]/;
const CENTAVOS = /^([-+])?(\d+)([-+])?$/;

/** A Chilean amount as portals print it: `-$50.000`, `50.000-`, `(50.000)`, `US$ 1.234,50`. */
export function parseMonto(text: string): Monto | null {
  if (SPLIT_NUMBER.test(text)) return null;
  const compact = text.replaceAll(/\s/g, "").replace("\u2212", "-");
  const groups = AMOUNT.exec(compact)?.groups;
  if (groups === undefined) return null;

  const { open, close, before, inside, after, whole = "", fraction = "" } = groups;
  const signs = [open, before, inside, after].filter((sign) => sign !== undefined);
  if (signs.length > 1 || (open === undefined) !== (close === undefined)) return null;
  if (AMBIGUOUS.test(`${whole},${fraction}`)) return null;
  return signed(Number(`${whole.replaceAll(".", "")}.${fraction}`), signs[0]);
}

/** An amount in hundredths with its sign on either side: `00000010000000-` is −100.000. */
export function parseCentavos(text: string): Monto | null {
  const [, before, digits, after] = CENTAVOS.exec(text.trim()) ?? [];
  if (digits === undefined || (before !== undefined && after !== undefined)) return null;
  const centavos = Number(digits);
  if (!Number.isSafeInteger(centavos)) return null;
  return signed(centavos / 100, before ?? after);
}

function signed(magnitude: number, sign: string | undefined): Monto | null {
  if (magnitude > Number.MAX_SAFE_INTEGER) return null;
  const negative = magnitude !== 0 && (sign === "-" || sign === "(");
  return { value: negative ? -magnitude : magnitude };
}
