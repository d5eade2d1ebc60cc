import { commonPasswords } from "./common-passwords.ts";

export const passwordLength = { least: 12, most: 128 } as const;

export type PasswordProblem = "short" | "long" | "common" | "mail";

/** Why a password is refused, or null. Characters are counted as a person sees them. */
export function passwordProblem(password: string, mail: string): PasswordProblem | null {
  const { length } = Array.from(password);
  if (length < passwordLength.least) return "short";
  if (length > passwordLength.most) return "long";
  const plain = password.normalize("NFKC").toLowerCase();
  const [name = ""] = mail.toLowerCase().split("@");
  if (plain.includes(mail.toLowerCase()) || bare(plain) === bare(name)) return "mail";
  return isCommon(plain) ? "common" : null;
}

/**
 * A list covers common choices; the rest have few different characters, a keyboard row, or a
 * repeated part.
 */
function isCommon(plain: string): boolean {
  const letters = bare(plain);
  if (commonPasswords.has(plain) || commonPasswords.has(letters)) return true;
  if (new Set(plain).size < 5) return true;
  return isRepeated(plain) || isRow(plain);
}

/** Without the digits and symbols that people add at the end. */
function bare(text: string): string {
  return text.replace(/[^\p{L}]+/gu, "");
}

function isRepeated(text: string): boolean {
  return /^(.{1,6}?)\1+.{0,2}$/u.test(text) && new Set(text).size < 9;
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklñzxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujm",
];

function isRow(text: string): boolean {
  return rows.some(
    (row) => row.includes(text) || Array.from(row).toReversed().join("").includes(text),
  );
}
