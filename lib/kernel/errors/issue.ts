/**
 * What can be wrong with a field, and what each code means: the complete list, so that programs can
 * branch on it.
 */
export const issueCodes = {
  required: "the field is missing",
  unknown_field: "there is no such field here",
  wrong_type: "it holds another kind of value, such as a number for a text",
  wrong_format: "it is written in another form than the message shows",
  invalid_choice: "it is none of the values that there are; the message names them or their source",
  too_small: "the number is below the least",
  too_large: "the number is above the most",
  too_short: "the text or list is shorter than it may be",
  too_long: "the text or list is longer than it may be",
  contradiction: "it contradicts another field of the same call",
  unknown_account: "no such account was read; the message names the known ones",
  unknown_connection: "no connection of this system and of this organization has that id",
  unknown_message: "no such mail",
  not_allowed: "the value is understood and cannot be taken now; the message says why",
} as const satisfies Record<string, string>;

export type IssueCode = keyof typeof issueCodes;

/** One field that failed validation, as listed in `details.issues`. */
export interface Issue {
  path: (string | number)[];
  code: IssueCode;
  message: string;
}

export function isIssueCode(text: unknown): text is IssueCode {
  return typeof text === "string" && Object.hasOwn(issueCodes, text);
}
