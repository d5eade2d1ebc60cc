/**
 * What a page script assigns to the keys of one variable: `name['key'] = 'text';`, one per line.
 */
export function assignedIn(html: string, name: string): ReadonlyMap<string, string> {
  // Blanks of its own line only: else every empty line before it would be read again from each of them.
  const assignment = new RegExp(
    `^[ \\t]*${name}\\['(\\w+)'\\] = '((?:[^'\\\\\\n]|\\\\.)*)';`,
    "gm",
  );
  const found = [...html.matchAll(assignment)];
  return new Map(found.map(([, key = "", text = ""]) => [key, unescaped(text)]));
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, unit?: string, char = "") => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return char === "n" ? "\n" : char;
  });
}

/** Keys of the form `field_3`, as rows in numeric order. */
export function rowsOfScript(assigned: ReadonlyMap<string, string>): Record<string, string>[] {
  const rows = new Map<number, Record<string, string>>();
  for (const [key, text] of assigned) {
    const [, field = "", place] = /^(\w+)_(\d+)$/.exec(key) ?? [];
    if (place === undefined) continue;
    rows.set(Number(place), { ...rows.get(Number(place)), [field]: text });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}
