import type { z } from "zod";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { AnswerSchema, Content } from "../documents/control-operation.ts";
import type { CallMeta } from "./request.ts";

/** What was promised and nothing else; an answer that breaks its own contract is not given. */
export function parseOutput<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const held = schema.safeParse(answer);
  if (held.success) return held.data;
  throw new AppError("output_contract_error", { cause: held.error });
}

/**
 * Checks an answer against its contract; the returned function writes the body once `meta` is
 * known.
 */
export function controlBody<D extends AnswerSchema>(
  content: Content<D>,
  answer: z.input<D>,
): (meta: CallMeta) => object {
  switch (content.kind) {
    case "envelope": {
      const data = parseOutput(content.schema, answer);
      return (meta) => ({ data, meta });
    }
    case "page": {
      const page = parseOutput(content.schema, answer);
      return (meta) => ({ ...page, meta });
    }
    case "file":
    case "json": {
      const body = parseOutput(content.schema, answer);
      return () => body;
    }
    case "text":
      throw new TypeError("a text is no answer in JSON");
  }
}
