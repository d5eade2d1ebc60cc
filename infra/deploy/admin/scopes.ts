import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { WrongCall } from "../refusals.ts";

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

/** The lines of a named file, one after another: a log may be larger than the memory. */
export async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of textOf(file)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function* textOf(file: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(file, "utf8") as AsyncIterable<string>;
  } catch (cause) {
    throw new WrongCall(`${file} cannot be read`, { cause });
  }
}

/** The contents of a named file. */
export async function textIn(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new WrongCall(`${file} cannot be read`, { cause });
  });
}
