import { randomBytes, randomInt, randomUUID } from "node:crypto";

export interface Keypad {
  id: string;
  /** In the order of the screen. */
  keys: readonly { code: string; digit: string }[];
}

export interface Keypads {
  draw(): Keypad;
  /** The digits of the codes; a keypad works for one attempt, so undefined for a second one. */
  read(id: string, codes: string): string | undefined;
}

const remembered = 500;
const separator = "-";

/** A login sends codes instead of the password, and they are valid only for one drawn keypad. */
export function createKeypads(): Keypads {
  const drawn = new Map<string, Keypad>();
  return {
    draw() {
      const keypad = { id: randomUUID(), keys: shuffledKeys() };
      drawn.set(keypad.id, keypad);
      const [oldest] = drawn.keys();
      if (drawn.size > remembered && oldest) drawn.delete(oldest);
      return keypad;
    },
    read(id, codes) {
      const keypad = drawn.get(id);
      drawn.delete(id);
      const digitOf = (code: string) => keypad?.keys.find((key) => key.code === code)?.digit ?? "?";
      return keypad && codes.split(separator).map(digitOf).join("");
    },
  };
}

function shuffledKeys(): Keypad["keys"] {
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  for (let index = digits.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [digits[index], digits[other]] = [digits[other] ?? "", digits[index] ?? ""];
  }
  const codes = new Set<string>();
  while (codes.size < digits.length) codes.add(randomBytes(3).toString("hex"));
  return [...codes].map((code, index) => ({ code, digit: digits[index] ?? "" }));
}
