/**
 * The canonical text of a JSON value: sorted keys, no spaces. Values that JSON cannot represent are
 * refused, so two different values never get the same text by losing what distinguishes them.
 */
export function canonicalJson(value: unknown): string {
  return write(value, "", new Set());
}

function write(value: unknown, key: string, ancestors: Set<object>): string {
  const plain = withToJson(value, key);
  if (plain === null || typeof plain === "boolean" || typeof plain === "string") {
    return JSON.stringify(plain);
  }
  if (typeof plain === "number") return writeNumber(plain, key);
  if (typeof plain !== "object") throw refused(typeof plain, key);
  if (ancestors.has(plain)) throw refused("a cycle", key);

  ancestors.add(plain);
  const text = Array.isArray(plain)
    ? writeArray(plain, ancestors)
    : writeObject(plain, key, ancestors);
  ancestors.delete(plain);
  return text;
}

function writeNumber(value: number, key: string): string {
  if (!Number.isFinite(value)) throw refused(String(value), key);
  return JSON.stringify(value);
}

function writeArray(items: readonly unknown[], ancestors: Set<object>): string {
  // Array.from visits the holes that map would skip, so they are refused like undefined.
  return `[${Array.from(items, (item, index) => write(item, String(index), ancestors)).join(",")}]`;
}

// Written member by member: a sorted object would still print integer-like keys first.
function writeObject(object: object, key: string, ancestors: Set<object>): string {
  const tag = Object.prototype.toString.call(object);
  // A Map, a Set or a boxed value would print as {} and collide with every other one.
  if (tag !== "[object Object]") throw refused(tag, key);
  const members = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .toSorted(byCodeUnits)
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member, name, ancestors)}`);
  return `{${members.join(",")}}`;
}

function byCodeUnits([left]: [string, unknown], [right]: [string, unknown]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function withToJson(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!("toJSON" in value) || typeof value.toJSON !== "function") return value;
  return value.toJSON(key) as unknown;
}

function refused(what: string, key: string): TypeError {
  return new TypeError(`not a JSON value at ${JSON.stringify(key)}: ${what}`);
}
