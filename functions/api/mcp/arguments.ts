import { AppError, validationError } from "#lib/kernel/errors/index.ts";

/** The arguments of a call as its model wrote them: an object, of whatever. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Null is how many models leave a field out. What is no text fails the check that it meets. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Many clients send the inner object as its JSON text. */
export function objectOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw validationError([
      { path: ["input"], code: "invalid_json", message: "A text that is not JSON: send an object" },
    ]);
  }
}

export function argumentsOf(value: unknown): Arguments {
  if (value === undefined) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Arguments;
  }
  throw new AppError("malformed_request");
}
