// The engine's mark of a secret value, on the wire.
const signature = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Removes the marks, and returns which inputs had any. */
export function plainOf(inputs: Record<string, unknown>): {
  value: Record<string, unknown>;
  secret: string[];
} {
  const secret: string[] = [];
  const value: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(inputs)) {
    let marked = false;
    value[name] = unmarked(given, () => (marked = true));
    if (marked) secret.push(name);
  }
  return { value, secret };
}

function unmarked(value: unknown, onSecret: () => void): unknown {
  if (Array.isArray(value)) return value.map((item) => unmarked(item, onSecret));
  if (typeof value !== "object" || value === null) return value;
  if (signature in value && value[signature] === secretMark && "value" in value) {
    onSecret();
    return unmarked(value.value, onSecret);
  }
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, unmarked(item, onSecret)]));
}
