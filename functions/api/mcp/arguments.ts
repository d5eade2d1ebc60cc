import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";

/** The arguments of a call as its model wrote them: an object with anything in it. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Many models leave a field out by sending null. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The fields that are set but are not text. Their contents are not inspected. */
export function notTexts(args: Arguments): Issue[] {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== "string")
    .map(([field]) => ({ path: [field], code: "wrong_type", message: "Send a string" }));
}

/** Many clients send the inner object as JSON text. */
export function objectOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw validationError([
      { path: ["input"], code: "wrong_format", message: "A text that is not JSON: send an object" },
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
