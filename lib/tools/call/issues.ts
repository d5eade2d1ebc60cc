import * as z from "zod";
import { isIssueCode, type Issue, type IssueCode } from "#lib/kernel/errors/index.ts";

/**
 * One entry per field: zod reports all unknown keys of an object in one, and goes on to count the
 * characters of a text that should have been a list.
 */
export function issuesOf(
  error: z.core.$ZodError,
  input: unknown,
  schema: z.core.$ZodType,
): Issue[] {
  const issues = error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
    if (issue.code === "unrecognized_keys") {
      const known = fieldsAt(schema, path);
      // Told once: an input can have thousands of fields too many.
      return issue.keys.map((key, place) => ({
        path: [...path, key],
        code: "unknown_field",
        message: place === 0 ? `${unknownField}${known}` : unknownField,
      }));
    }
    const isMissing = valueAt(input, path) === undefined;
    const code = isMissing ? missingCode(issue) : codeOf(issue);
    return [{ path, code, message: messageOf(issue, code) }];
  });
  const places = new Set<string>();
  return issues.filter(({ path }) => {
    const place = JSON.stringify(path);
    const isFirst = !places.has(place);
    places.add(place);
    return isFirst;
  });
}

const unknownField = "This field is not known here";

/** What could have been meant: who guessed a name could only guess another. */
function fieldsAt(schema: z.core.$ZodType, path: readonly (string | number)[]): string {
  const inner = path.reduce<z.core.$ZodType | undefined>((outer, step) => {
    const one = unwrapped(outer);
    if (one instanceof z.ZodArray) return one.element;
    return one instanceof z.ZodObject ? one.shape[step] : undefined;
  }, schema);
  const object = unwrapped(inner);
  const fields = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  return fields.length === 0 ? "" : `. Known are: ${fields.join(", ")}`;
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return wraps ? unwrapped(schema.unwrap()) : schema;
}

/** A rule over several fields may name a missing one with a code of its own. */
function missingCode(issue: z.core.$ZodIssue): IssueCode {
  const own = issue.code === "custom" ? codeOf(issue) : "required";
  return own === "wrong_format" ? "required" : own;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    return (value as Record<string | number, unknown>)[step];
  }, input);
}

/** Our code for the validator's; a refinement may give one of ours itself. */
function codeOf(issue: z.core.$ZodIssue): IssueCode {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
      return "wrong_type";
    case "invalid_value":
      return "invalid_choice";
    case "too_big":
      return isCounted(issue.origin) ? "too_long" : "too_large";
    case "too_small":
      return isCounted(issue.origin) ? "too_short" : "too_small";
    case "unrecognized_keys":
      return "unknown_field";
    case "invalid_format":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
      return "wrong_format";
    case "custom": {
      const own: unknown = issue.params?.["code"];
      return isIssueCode(own) ? own : "wrong_format";
    }
  }
}

function isCounted(origin: string): boolean {
  return ["string", "array", "set", "map", "file"].includes(origin);
}

/** A pattern is for machines: none is shown where a field has no message of its own. */
function messageOf({ code: found, message }: z.core.$ZodIssue, code: IssueCode): string {
  const [, expected] = /^Invalid input: (.+), received undefined$/.exec(message) ?? [];
  if (code === "required" && expected !== undefined) return `This field is missing: ${expected}`;
  if (found === "invalid_format" && /pattern/.test(message)) return "Not in the form of this field";
  return message;
}

const maxDepth = 32;

/**
 * What no tool can accept, whatever its schema: a key that reaches into prototypes, a text that the
 * database cannot store, nesting without end. Walks without recursion.
 */
export function forbiddenContent(root: unknown): Issue[] {
  const issues: Issue[] = [];
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (cannotBeKept(value)) issues.push(forbidden(path, "This text holds what is no text"));
      continue;
    }
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= maxDepth) {
      issues.push(forbidden(path, "Nested too deeply"));
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      if (key === "__proto__" || cannotBeKept(key)) {
        issues.push(forbidden([...path, step], "This key is not allowed"));
        continue;
      }
      open.push({ value: item, path: [...path, step] });
    }
  }
  return issues;
}

/** NUL, or half of a surrogate pair: Postgres cannot store the one, nor UTF-8 the other. */
function cannotBeKept(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

function forbidden(path: (string | number)[], message: string): Issue {
  return { path, code: "not_allowed", message };
}
