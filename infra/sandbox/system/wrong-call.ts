import { z } from "zod";

/** An invalid call to the control plane: a 400 that says what it takes. */
export class WrongCall extends Error {
  readonly takes: unknown;
  readonly status: 400 | 404;

  constructor(message: string, takes: unknown, status: 400 | 404 = 400) {
    super(message);
    this.name = "WrongCall";
    this.takes = takes;
    this.status = status;
  }
}

export function checked<S extends z.ZodType>(raw: unknown, schema: S, takes: unknown): z.infer<S> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new WrongCall(z.prettifyError(parsed.error), takes);
  return parsed.data;
}
