import type { z } from "zod";
import type { Issue } from "#lib/kernel/errors/index.ts";

/** One entry for each field: zod reports all unknown keys of an object in one. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
    if (issue.code !== "unrecognized_keys") {
      return [{ path, code: codeOf(issue), message: issue.message }];
    }
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: issue.code,
      message: "This field is not known here",
    }));
  });
}

/** A refinement may name what is wrong in a word of its own. */
function codeOf(issue: z.core.$ZodIssue): string {
  const own: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return typeof own === "string" ? own : issue.code;
}

const maxDepth = 32;

/**
 * What no tool can take, whatever its schema: a key that reaches into prototypes, a text that the
 * database cannot hold, nesting without end. Walks without recursion.
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

/** NUL, or half of a surrogate pair: Postgres has no place for the one, UTF-8 none for the other. */
function cannotBeKept(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

function forbidden(path: (string | number)[], message: string): Issue {
  return { path, code: "forbidden_content", message };
}
