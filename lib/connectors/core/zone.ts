const offsets = new Map<string, Intl.DateTimeFormat>();
const maxKept = 100;

/** The platform accepts more of them, and takes BST for Bangladesh and AST for Alaska. */
const shortNames = "CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" ");

/** A bare offset is refused: the platform would accept it, but it is the time zone of no place. */
export function isTimeZone(name: string): boolean {
  if (/^[+\-\u2212]/.test(name)) return false;
  if (name.length === 3 && !shortNames.includes(name.toUpperCase())) return false;
  try {
    formatFor(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The instant on that zone's wall clock, with its offset: `…T09:30:00.000-04:00`. */
export function isoInZone(instant: Date, zone: string): string {
  const offset = offsetOf(instant, zone);
  const sign = offset.startsWith("-") ? -1 : 1;
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(":").map(Number);
  const shiftMs = sign * ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const wall = new Date(instant.getTime() + shiftMs).toISOString().slice(0, -1);
  return `${wall}${offset.slice(0, 6)}`;
}

function offsetOf(instant: Date, zone: string): string {
  const name = formatFor(zone)
    .formatToParts(instant)
    .find((part) => part.type === "timeZoneName")?.value;
  const offset = (name ?? "GMT").slice(3);
  return offset === "" ? "+00:00" : offset;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  // A caller can spell one zone in thousands of ways, in upper and lower case.
  if (offsets.size >= maxKept) offsets.clear();
  offsets.set(zone, format);
  return format;
}
