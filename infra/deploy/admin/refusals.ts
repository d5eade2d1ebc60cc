import { AppError } from "#lib/kernel/errors/index.ts";

/** Said in one line: nothing was tried, and the call is to be written otherwise. */
export class WrongCall extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "WrongCall";
  }
}

/** As things are, it cannot be done: nothing changed, and nothing is on record. */
export class Refused extends AppError {
  constructor(reason: string, options: Pick<ErrorOptions, "cause"> = {}) {
    super("forbidden", { details: { reason }, ...options });
  }
}
