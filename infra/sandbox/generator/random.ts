/** Integer arithmetic only, so that a key gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** min ≤ x ≤ max */
  between(min: number, max: number): number;
  chance(percent: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  digits(length: number): string;
}

export function randomFor(...key: (string | number)[]): Random {
  let state = hash(key.join("|"));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    digits: (length) =>
      `${between(1, 9)}${Array.from({ length: length - 1 }, () => between(0, 9)).join("")}`,
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return value ^ (value >>> 13);
}
