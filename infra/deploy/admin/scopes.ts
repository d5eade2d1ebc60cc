import { readFile } from "node:fs/promises";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { WrongCall } from "./refusals.ts";

export const systems: readonly string[] = lazyConnectors.map(({ manifest }) => manifest.id);

/** The scopes of these systems and of webhooks. */
const scopesOf = (ids: readonly string[]): string[] =>
  [...ids, "webhooks"].flatMap((id) => [`${id}:read`, `${id}:write`]);

export const everyScope: readonly string[] = scopesOf(systems);

export const readingScopes = (ids: readonly string[]): string[] =>
  scopesOf(ids).filter((scope) => scope.endsWith(":read"));

/** A comma-separated list of known scopes only. */
export function scopesIn(text: string | undefined): string[] {
  const named = listIn(text);
  const unknown = named.filter((scope) => !everyScope.includes(scope));
  if (unknown.length === 0) return named;
  throw new WrongCall(`There is no scope ${unknown.join(", ")}: ${everyScope.join(", ")}`);
}

export function listIn(text: string | undefined): string[] {
  const parts = (text ?? "").split(",").map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ""))];
}

/** The contents of a named file. */
export async function textIn(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new WrongCall(`${file} cannot be read`, { cause });
  });
}
