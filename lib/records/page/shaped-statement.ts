import { createHash } from "node:crypto";
import type { Statement } from "#lib/db/database.ts";

/** The database truncates statement names here, and would then confuse two statements. */
const longestName = 63;

/** A reading statement that is planned once per shape, under its own name. */
export function shapedStatement(kind: string, shape: readonly string[], text: string): Statement {
  return { name: nameOf(kind, shape), repeatable: true, text };
}

function nameOf(kind: string, shape: readonly string[]): string {
  const name = [kind, ...shape].join("-");
  if (name.length <= longestName) return name;
  const digest = createHash("sha256").update(name).digest("base64url").slice(0, 22);
  return `${kind}-${digest}`;
}
